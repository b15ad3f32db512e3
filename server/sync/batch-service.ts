import type { BatchAnswer, BatchOperation } from '#core/contract/sync-batch.ts'
import type { ProblemCode } from '#core/contract/problems.ts'
import { keysNamedBy, withCreatedIds } from './created-ids.ts'

/** Does one operation as the request that it stands for, in a transaction of its own. */
export type Perform = (operation: BatchOperation) => Promise<Omit<BatchAnswer, 'key'>>

/**
 * Does a batch in its order, each operation with an answer of its own. What depends on one that failed is not tried and
 * answers 424: what names its record by key, what writes the same record after it, and what depends on those.
 * `isOver` ends it early, between two operations; the rest has no answer then.
 */
export async function doBatch(
  operations: readonly BatchOperation[],
  perform: Perform,
  isOver: () => boolean = () => false,
): Promise<BatchAnswer[]> {
  const idsByKey = new Map<string, number>()
  const failedPaths = new Set<string>()
  const answers: BatchAnswer[] = []
  for (const operation of operations) {
    if (isOver()) break
    const answer = await doOne(operation)
    answers.push({ key: operation.key, ...answer })
    const resolved = withCreatedIds(operation, idsByKey)
    const id = idOf(answer.body)
    if (answer.status >= 300) {
      if (operation.method !== 'POST') failedPaths.add(resolved.path)
    } else if (operation.method === 'POST' && id !== null) idsByKey.set(operation.key, id)
  }
  return answers

  async function doOne(operation: BatchOperation): Promise<Omit<BatchAnswer, 'key'>> {
    if ([...keysNamedBy(operation)].some((key) => !idsByKey.has(key))) return dependencyFailed()
    const resolved = withCreatedIds(operation, idsByKey)
    if (failedPaths.has(resolved.path)) return dependencyFailed()
    if (!isPathOfRecords(resolved.path)) {
      return { status: 400, headers: {}, body: { path: ['No record of an agent is at this path.'], code: 'invalid' } }
    }
    return perform(resolved)
  }
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
