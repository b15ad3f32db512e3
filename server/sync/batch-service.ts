import { opIdIn } from '#core/sync/operation.ts'
import { entityNames, kinds } from '#core/kinds/all-kinds.ts'
import type { BatchAnswer, BatchOperation } from '#core/contract/sync-batch.ts'
import type { ProblemCode } from '#core/contract/problems.ts'
import { isTooDeep, keysNamedBy, withCreatedIds } from './created-ids.ts'

type Told = Omit<BatchAnswer, 'key'>

type Perform = (operations: readonly BatchOperation[]) => Promise<Told[]>

/** Operations per transaction. They share one disk flush, but the agent's other requests wait for all of them. */
const mostTogether = 32

/**
 * Performs a batch in order, with an answer for each operation. Dependents of a failed operation are answered 424:
 * those that name its record, write the same record, or depend on these. Independent neighbors share a transaction; the
 * next group is validated while it runs. `isOver` stops between groups; the rest gets no answer.
 */
export async function doBatch(
  operations: readonly BatchOperation[],
  perform: Perform,
  isOver: () => boolean = () => false,
): Promise<BatchAnswer[]> {
  const idsByKey = new Map<string, number>()
  const failedPaths = new Set<string>()
  const answers: BatchAnswer[] = []
  let begun = 0
  let running: readonly BatchOperation[] = []
  let ended = Promise.resolve()
  while (begun < operations.length && !isOver()) {
    const group = nextGroup(operations.slice(begun), idsByKey)
    if (group.some((operation) => dependsOn(operation, running))) {
      await ended
      running = []
      continue
    }
    begun += group.length
    const done = doGroup(group)
    const before = ended
    ended = Promise.all([done, before]).then(([answered]) => void answers.push(...answered))
    ended.catch(() => {})
    running = group
    await before
  }
  await ended
  return answers

  async function doGroup(group: readonly BatchOperation[]): Promise<BatchAnswer[]> {
    const refusals = group.map((operation) => refusalOf(operation))
    const tried = group.filter((_, index) => refusals[index] === null)
    const told = await perform(tried)
    return group.map((operation, index) => {
      const answer = refusals[index] ?? told[tried.indexOf(operation)]!
      note(operation, answer)
      return { key: operation.key, ...answer }
    })
  }

  function refusalOf(operation: BatchOperation): Told | null {
    // A key that is still there belongs to a create that failed.
    if (keysNamedBy(operation).size > 0) return dependencyFailed()
    if (operation.method !== 'POST' && failedPaths.has(operation.path)) return dependencyFailed()
    if (isTooDeep(operation.body)) return tooDeep()
    return isPathOfRecords(operation.path) ? null : noRecordThere()
  }

  function note({ method, path, key }: BatchOperation, { status, body }: Told): void {
    const id = idOf(body)
    if (status >= 300) {
      if (method !== 'POST') failedPaths.add(path)
    } else if (method === 'POST' && id !== null) idsByKey.set(key, id)
  }
}

/** The longest run of independent operations from the start, with known ids filled in. */
function nextGroup(operations: readonly BatchOperation[], idsByKey: ReadonlyMap<string, number>): BatchOperation[] {
  const group: BatchOperation[] = []
  for (const next of operations.slice(0, mostTogether)) {
    const operation = withCreatedIds(next, idsByKey)
    if (dependsOn(operation, group)) break
    group.push(operation)
  }
  return group
}

/** True if it needs the result of another one: the same record, a record it names, another revision, or a tour. */
function dependsOn(operation: BatchOperation, others: readonly BatchOperation[]): boolean {
  const named = keysNamedBy(operation)
  const name = opIdIn(operation.key)
  return others.some((other) => {
    const writesTheSame = other.method !== 'POST' && other.path === operation.path
    const isRevision = other.key === name || other.key.startsWith(`${name}:`)
    return writesTheSame || isRevision || named.has(other.key) || readsFirst(operation) || readsFirst(other)
  })
}

/** Tours are planned, based on all earlier writes, before they are written. */
function readsFirst({ path }: BatchOperation): boolean {
  return path.startsWith('tours/')
}

/** A batch can write only agents' records, not accounts or batches. */
const collections = entityNames
  .map((entity) => kinds[entity])
  .filter(({ parent, writable }) => parent === undefined && writable)
  .map(({ collection }) => collection)
const belowCollection = /^(?:[a-z-]+\/|[1-9]\d{0,14}\/)*$/

function isPathOfRecords(path: string): boolean {
  const collection = collections.find((start) => path.startsWith(start))
  return collection !== undefined && belowCollection.test(path.slice(collection.length))
}

function idOf(body: unknown): number | null {
  if (typeof body !== 'object' || body === null || !('id' in body)) return null
  return typeof body.id === 'number' ? body.id : null
}

function noRecordThere(): Told {
  return { status: 400, headers: {}, body: { path: ['This path cannot be written to in a batch.'], code: 'invalid' } }
}

function tooDeep(): Told {
  return { status: 400, headers: {}, body: { body: ['The body is nested too deeply.'], code: 'invalid' } }
}

function dependencyFailed(): Told {
  const code: ProblemCode = 'dependency_failed'
  return {
    status: 424,
    headers: {},
    body: { detail: 'This depends on an operation that failed, so nothing was changed.', code },
  }
}
