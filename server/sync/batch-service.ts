import { opIdIn } from '#core/sync/operation.ts'
import { entityNames, kinds } from '#core/kinds/all-kinds.ts'
import type { BatchAnswer, BatchOperation } from '#core/contract/sync-batch.ts'
import type { ProblemCode } from '#core/contract/problems.ts'
import { isTooDeep, keysNamedBy, withCreatedIds } from './created-ids.ts'

type Told = Omit<BatchAnswer, 'key'>

/** Does operations as the requests that they stand for, written together in their order; an answer for each. */
type Perform = (operations: readonly BatchOperation[]) => Promise<Told[]>

/** The agent's other requests wait for so many, and the disk is waited for once. */
const mostTogether = 32

/**
 * Does a batch in its order, each operation with an answer of its own. What depends on one that failed is not tried and
 * answers 424: what names its record by key, what writes the same record after it, and what depends on those.
 * Neighbours that need nothing from each other are done together, and those after them are read meanwhile if they need
 * nothing from them either. `isOver` ends it early, between two such groups, and the rest has no answer then.
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

  /** Why it is not tried. */
  function refusalOf(operation: BatchOperation): Told | null {
    // What it still names by key was not made.
    if (keysNamedBy(operation).size > 0) return dependencyFailed()
    if (operation.method !== 'POST' && failedPaths.has(operation.path)) return dependencyFailed()
    if (isTooDeep(operation.body)) return tooDeep()
    return isPathOfRecords(operation.path) ? null : noRecordThere()
  }

  /** Remembers what operations after this one depend on. */
  function note({ method, path, key }: BatchOperation, { status, body }: Told): void {
    const id = idOf(body)
    if (status >= 300) {
      if (method !== 'POST') failedPaths.add(path)
    } else if (method === 'POST' && id !== null) idsByKey.set(key, id)
  }
}

/** As many of the first ones as can be done together, with the ids that are known by now. */
function nextGroup(operations: readonly BatchOperation[], idsByKey: ReadonlyMap<string, number>): BatchOperation[] {
  const group: BatchOperation[] = []
  for (const next of operations.slice(0, mostTogether)) {
    const operation = withCreatedIds(next, idsByKey)
    if (dependsOn(operation, group)) break
    group.push(operation)
  }
  return group
}

/** Whether it waits for one of the others: for a record that it names or writes as well, another revision, or a tour. */
function dependsOn(operation: BatchOperation, others: readonly BatchOperation[]): boolean {
  const named = keysNamedBy(operation)
  const name = opIdIn(operation.key)
  return others.some((other) => {
    const writesTheSame = other.method !== 'POST' && other.path === operation.path
    const isRevision = other.key === name || other.key.startsWith(`${name}:`)
    return writesTheSame || isRevision || named.has(other.key) || readsFirst(operation) || readsFirst(other)
  })
}

/** A tour is planned before it is written, by what everything before it has left. */
function readsFirst({ path }: BatchOperation): boolean {
  return path.startsWith('tours/')
}

/**
 * What agents write by themselves, each record at one path and no other. Accounts, batches and everything else that answers
 * requests is no part of a batch.
 */
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
