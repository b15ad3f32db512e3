export type DeviceLocks = {
  /** The lock manager as the page `holder` sees it. */
  of: (holder: string) => LockManager
  release: (holder: string) => void
  isHeld: () => boolean
}

type Held = { holder: string; steal: () => void }

/** One lock with the options that the sender uses: `ifAvailable` and `steal`. */
export function deviceLocks(): DeviceLocks {
  let held: Held | null = null

  async function request(holder: string, options: LockOptions, work: LockGrantedCallback<unknown>): Promise<unknown> {
    if (held !== null && options.steal !== true) return work(null)
    held?.steal()
    let steal = () => {}
    const stolen = new Promise<never>((_, reject) => {
      steal = () => reject(new DOMException('Another page has taken the lock.', 'AbortError'))
    })
    const own: Held = { holder, steal }
    held = own
    try {
      return await Promise.race([work({ name: 'sender', mode: 'exclusive' }), stolen])
    } finally {
      if (held === own) held = null
    }
  }

  return {
    of: (holder) =>
      ({
        request: (_: string, options: LockOptions, work: LockGrantedCallback<unknown>) =>
          request(holder, options, work),
      }) as unknown as LockManager,
    release: (holder) => {
      if (held?.holder === holder) held = null
    },
    isHeld: () => held !== null,
  }
}
