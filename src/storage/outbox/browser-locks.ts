/** The browser's locks; missing on pages without HTTPS, and where there is no browser. */
export function browserLocks(): LockManager | undefined {
  return (globalThis as { navigator?: { locks?: LockManager } }).navigator?.locks
}
