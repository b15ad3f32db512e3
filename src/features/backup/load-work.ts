/**
 * The part that reads and writes zips, which few days need: an agent's page fetches it ahead, and from then on the worker keeps it, so that
 * a backup can be made without a network.
 */
export function loadWork() {
  return import('./backup-commands.ts')
}

export type BackupWork = Awaited<ReturnType<typeof loadWork>>
