/** Loads the code for zip files. The agent's page prefetches it, so that a backup also works offline. */
export function loadBackupCommands() {
  return import('./backup-commands.ts')
}

export type BackupWork = Awaited<ReturnType<typeof loadBackupCommands>>
