/** A lock manager for tests outside a browser; supports `ifAvailable` and queueing only. */
export function browserLikeLocks(): LockManager {
  const held = new Map<string, Promise<unknown>>()
  const request = async (name: string, options: LockOptions, work: LockGrantedCallback<unknown>) => {
    if (options.ifAvailable === true && held.has(name)) return work(null)
    while (held.has(name)) await held.get(name)
    const working = Promise.resolve(work({ name, mode: 'exclusive' }))
    held.set(name, working)
    await working.finally(() => held.delete(name))
  }
  return { request } as unknown as LockManager
}
