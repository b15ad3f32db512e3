import { markBlocked } from './blocked.ts'
import { type Waiting, createLine, toWaiting } from './chains.ts'
import { operationPages } from './operation-pages.ts'
import { sendOperation } from './send-operation.ts'
import type { Course, Sending } from './sending.ts'
import { isConnectionProved } from './server-verdict.ts'

export type Push = {
  /** Why it ended; `drained` when nothing more could be sent now. */
  end: 'drained' | 'offline' | Exclude<Course, 'go-on' | 'doubt'>
  attempts: number
  /** When the next operation is due that only time holds back. */
  nextAttemptAt: number | null
}

/** Sends what can be sent: chains side by side, six requests at once (fault C10). */
export async function push(sending: Sending): Promise<Push> {
  const { replica, clock } = sending.ports
  const line = createLine()
  const running = new Set<Promise<void>>()
  let lastSeq = 0
  let attempts = 0
  let end: Push['end'] | null = null
  let isInDoubt = false

  async function addNewOnes(): Promise<number> {
    const added = await replica.transact('read', async (store) => {
      const waiting: Waiting[] = []
      for await (const page of operationPages(store, lastSeq)) {
        waiting.push(...page.map((operation) => toWaiting(operation, sending.abilities)))
      }
      return waiting
    })
    for (const waiting of added) line.add(waiting)
    lastSeq = added.at(-1)?.seq ?? lastSeq
    return added.length
  }

  async function run(waiting: Waiting): Promise<void> {
    const course = await sendOperation(sending, waiting.seq)
    if (course === 'doubt') isInDoubt = true
    else if (course !== 'go-on') end ??= course
    const now = await replica.transact('read', (store) => store.operation(waiting.seq))
    line.finish(waiting, now === undefined ? null : notAtOnce(waiting, toWaiting(now, sending.abilities)))
  }

  /** One that could not be taken, and says no time, comes again with the next run. */
  function notAtOnce(before: Waiting, after: Waiting): Waiting {
    const tried = (waiting: Waiting) => [waiting.state, waiting.nextAt, waiting.revision, waiting.attempts].join()
    return tried(after) === tried(before) ? { ...after, nextAt: clock.now() + 1_000 } : after
  }

  await addNewOnes()
  for (;;) {
    if (sending.stop.aborted) end ??= 'stopped'
    if (end === null && isInDoubt) {
      isInDoubt = false
      if (!(await isConnectionProved(sending))) end ??= 'offline'
    }
    const next = end === null ? line.next(clock.now()) : null
    if (next !== null) {
      attempts += 1
      sending.onAttempt()
      line.start(next)
      const run_ = run(next).finally(() => running.delete(run_))
      running.add(run_)
    } else if (running.size > 0) {
      await Promise.race(running)
    } else if (end !== null || (await addNewOnes()) === 0) break
    else if (line.next(clock.now()) === null) break
  }
  await Promise.all(running)
  await replica.transact('refresh', (store) => markBlocked(store, sending.abilities))
  return { end: end ?? 'drained', attempts, nextAttemptAt: line.nextDueAt(clock.now()) }
}
