/**
 * The part that reads and writes zips, which few days need: fetched when the card is shown, and from then on kept by the worker, so that
 * a backup can be made without a network.
 */
export function loadWork() {
  return import('./work.ts')
}

export type BackupWork = Awaited<ReturnType<typeof loadWork>>
