import { createAbort } from '#core/sync/abort.ts'
import type { AbortSignalLike, SyncPorts } from '#core/sync/ports.ts'

/** The sender's sign of life, in the store where every tab and the worker can read it. */
type Stamp = { holder: string; at: number }

const stampFact = 'sender'
const beatMs = 5_000
const silentAfterMs = 30_000

/** Runs `work` with a sign of life every five seconds, until it ends or the lock is lost. */
export async function whileBeating<Result>(
  { replica, clock }: SyncPorts,
  holder: string,
  stop: AbortSignalLike,
  work: () => Promise<Result>,
): Promise<Result> {
  const done = createAbort(stop)
  async function beat(): Promise<void> {
    while (!done.signal.aborted) {
      // A store without room for it says nothing of the work, which will tell by itself; the next beat may succeed.
      await replica
        .transact('refresh', (store) => store.putFact(stampFact, { holder, at: clock.now() } satisfies Stamp))
        .catch(() => {})
      await clock.sleep(beatMs, done.signal)
    }
  }
  const beating = beat()
  try {
    return await work()
  } finally {
    done.abort()
    await beating
  }
}

/** True when the holder of the lock gave no sign for 30 s; a clock that jumped counts as silence (faults B5, J9). */
export async function isHolderSilent({ replica, clock }: SyncPorts): Promise<boolean> {
  const stamp = await replica.transact('read', (store) => store.fact<Stamp>(stampFact))
  return stamp === undefined || Math.abs(clock.now() - stamp.at) > silentAfterMs
}
