import type { BatchAnswer, BatchOperation } from '#core/contract/sync-batch.ts'
import type { ProblemCode } from '#core/contract/problems.ts'
import type { Turn } from '#server/database/write.ts'
import { keysNamedBy, withCreatedIds } from './created-ids.ts'

/** Does one operation as the request that it stands for, in a transaction of its own, when its turn comes. */
export type Perform = (operation: BatchOperation, turn: Turn) => Promise<Omit<BatchAnswer, 'key'>>

/** One is being made safe, one is being written, and one is being read and checked. */
const mostAtOnce = 3

/**
 * Does a batch in its order, each operation with an answer of its own. What depends on one that failed is not tried and
 * answers 424: what names its record by key, what writes the same record after it, and what depends on those.
 * One is read and checked while another is written; they are written one after the other.
 * `isOver` ends it early, between two operations; the rest has no answer then.
 */
export async function doBatch(
  operations: readonly BatchOperation[],
  perform: Perform,
  isOver: () => boolean = () => false,
): Promise<BatchAnswer[]> {
  const idsByKey = new Map<string, number>()
  const failedPaths = new Set<string>()
  const answers: Promise<BatchAnswer>[] = []
  const underWay = new Map<BatchOperation, Promise<unknown>>()
  let comes = Promise.resolve()

  for (const operation of operations) {
    await untilItMayStart(operation)
    if (isOver()) break
    const turn = turnAfter(comes)
    comes = turn.isPassed
    const answer = doOne(operation, turn).then((told) => ({ key: operation.key, ...noted(operation, told) }))
    answers.push(answer)
    const ended = answer
      .catch(() => {})
      .finally(() => {
        turn.pass()
        underWay.delete(operation)
      })
    underWay.set(operation, ended)
  }
  return Promise.all(answers)

  /** What it depends on must be known, and not too many may be under way. */
  async function untilItMayStart(operation: BatchOperation): Promise<void> {
    if (keysNamedBy(operation).size > 0) await Promise.all(underWay.values())
    const { path } = operation
    const sameRecord = [...underWay].filter(([other]) => withCreatedIds(other, idsByKey).path === path)
    await Promise.all(sameRecord.map(([, ended]) => ended))
    while (underWay.size >= mostAtOnce) await Promise.race(underWay.values())
  }

  async function doOne(operation: BatchOperation, turn: Turn): Promise<Omit<BatchAnswer, 'key'>> {
    if ([...keysNamedBy(operation)].some((key) => !idsByKey.has(key))) return dependencyFailed()
    const resolved = withCreatedIds(operation, idsByKey)
    if (failedPaths.has(resolved.path)) return dependencyFailed()
    if (!isPathOfRecords(resolved.path)) {
      return { status: 400, headers: {}, body: { path: ['No record of an agent is at this path.'], code: 'invalid' } }
    }
    return perform(resolved, turn)
  }

  /** Remembers what operations after this one depend on. */
  function noted(operation: BatchOperation, answer: Omit<BatchAnswer, 'key'>): Omit<BatchAnswer, 'key'> {
    const id = idOf(answer.body)
    if (answer.status >= 300) {
      if (operation.method !== 'POST') failedPaths.add(withCreatedIds(operation, idsByKey).path)
    } else if (operation.method === 'POST' && id !== null) idsByKey.set(operation.key, id)
    return answer
  }
}

type TurnInLine = Turn & { isPassed: Promise<void> }

/** Passed when those before it have passed as well. */
function turnAfter(comes: Promise<void>): TurnInLine {
  let pass = () => {}
  const passes = new Promise<void>((resolve) => {
    pass = resolve
  })
  return { comes, pass, isPassed: comes.then(() => passes) }
}

/** What agents write by themselves. Accounts, batches and everything else that answers requests is no part of a batch. */
const collections =
  /^(?:crm\/clients|listings|properties\/properties|scheduling\/appointments|tours\/tours)\/(?:[a-z-]+\/|\d{1,15}\/)*$/

function isPathOfRecords(path: string): boolean {
  return collections.test(path)
}

function idOf(body: unknown): number | null {
  if (typeof body !== 'object' || body === null || !('id' in body)) return null
  return typeof body.id === 'number' ? body.id : null
}

function dependencyFailed(): Omit<BatchAnswer, 'key'> {
  const code: ProblemCode = 'dependency_failed'
  return { status: 424, headers: {}, body: { detail: 'It depends on an operation that failed.', code } }
}
