/** Loads the code that writes and restores backups. The app preloads it, so that a backup also works offline. */
export function loadBackupCommands() {
  return import('./backup-commands.ts')
}

export type BackupCommands = Awaited<ReturnType<typeof loadBackupCommands>>
