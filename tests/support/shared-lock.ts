import { createAbort } from '#core/sync/abort.ts'
import type { SenderLock } from '#core/sync/ports.ts'

export type SharedLock = { of: (holder: string) => SenderLock; release: (holder: string) => void }

/** One sender lock for all tabs and the worker of a device, like the browser's lock manager. */
export function sharedLock(): SharedLock {
  let current: { holder: string; lose: () => void } | null = null
  return {
    of: (holder) => ({
      hold: async (work, { steal }) => {
        if (current !== null && !steal) return 'busy'
        current?.lose()
        const lost = createAbort()
        const mine = { holder, lose: lost.abort }
        current = mine
        try {
          await work(lost.signal)
        } finally {
          if (current === mine) current = null
        }
        return 'done'
      },
    }),
    release: (holder) => {
      if (current?.holder === holder) current = null
    },
  }
}
