import { opIdIn } from '#core/sync/operation.ts'
import { entityNames, kinds } from '#core/kinds/all-kinds.ts'
import {
  createdPlaceholdersInPath,
  isCreatedPlaceholder,
  type BatchAnswer,
  type BatchOperation,
} from '#core/contract/sync-batch.ts'
import type { ProblemCode } from '#core/contract/problems.ts'

type AnswerWithoutKey = Omit<BatchAnswer, 'key'>

/** Performs operations in one transaction and returns an answer for each. */
type Perform = (operations: readonly BatchOperation[]) => Promise<AnswerWithoutKey[]>

/** Operations per transaction. They share one disk flush, but the agent's other requests wait for all of them. */
const maxTogether = 32

/**
 * Performs a batch in order and returns an answer for each operation. An operation that refers to or writes the record of a failed operation is
 * answered 424, and counts as failed, too. Consecutive independent operations form a group, which shares a transaction; the next group is validated
 * while the group runs. If `mustStop` returns true, stops before the next group; the remaining operations get no answer.
 */
export async function doBatch(
  operations: readonly BatchOperation[],
  perform: Perform,
  mustStop: () => boolean = () => false,
): Promise<BatchAnswer[]> {
  const idsByKey = new Map<string, number>()
  const failedPaths = new Set<string>()
  const answers: BatchAnswer[] = []
  let started = 0
  let running: readonly BatchOperation[] = []
  let allDone = Promise.resolve()
  while (started < operations.length && !mustStop()) {
    const group = nextGroup(operations.slice(started), idsByKey)
    if (group.some((operation) => dependsOn(operation, running))) {
      await allDone
      running = []
      continue
    }
    started += group.length
    const done = doGroup(group)
    const previousDone = allDone
    allDone = Promise.all([done, previousDone]).then(([answered]) => void answers.push(...answered))
    // A failure is thrown by the next `await`; without this line, it would be an unhandled rejection until then.
    allDone.catch(() => {})
    running = group
    await previousDone
  }
  await allDone
  return answers

  async function doGroup(group: readonly BatchOperation[]): Promise<BatchAnswer[]> {
    const refusals = group.map((operation) => refusalOf(operation))
    const tried = group.filter((_, index) => refusals[index] === null)
    const performed = await perform(tried)
    return group.map((operation, index) => {
      const answer = refusals[index] ?? performed[tried.indexOf(operation)]!
      noteResult(operation, answer)
      return { key: operation.key, ...answer }
    })
  }

  function refusalOf(operation: BatchOperation): AnswerWithoutKey | null {
    // `withCreatedIds` has replaced the keys of successful creates, so a remaining key belongs to one that failed.
    if (keysNamedBy(operation).size > 0) return dependencyFailed()
    if (operation.method !== 'POST' && failedPaths.has(operation.path)) return dependencyFailed()
    if (isTooDeep(operation.body)) return tooDeep()
    return isPathOfRecords(operation.path) ? null : notWritable()
  }

  function noteResult({ method, path, key }: BatchOperation, { status, body }: AnswerWithoutKey): void {
    const id = idOf(body)
    if (status >= 300) {
      if (method !== 'POST') failedPaths.add(path)
    } else if (method === 'POST' && id !== null) idsByKey.set(key, id)
  }
}

/** Returns the longest run of independent operations from the start, with the ids of created records filled in. */
function nextGroup(operations: readonly BatchOperation[], idsByKey: ReadonlyMap<string, number>): BatchOperation[] {
  const group: BatchOperation[] = []
  for (const next of operations.slice(0, maxTogether)) {
    const operation = withCreatedIds(next, idsByKey)
    if (dependsOn(operation, group)) break
    group.push(operation)
  }
  return group
}

/** Whether an operation must wait for one of `others`: for its record, for another revision of itself, or because one is about a tour. */
function dependsOn(operation: BatchOperation, others: readonly BatchOperation[]): boolean {
  const referredKeys = keysNamedBy(operation)
  const opId = opIdIn(operation.key)
  return others.some((other) => {
    const writesTheSame = other.method !== 'POST' && other.path === operation.path
    const isRevision = other.key === opId || other.key.startsWith(`${opId}:`)
    return writesTheSame || isRevision || referredKeys.has(other.key) || readsFirst(operation) || readsFirst(other)
  })
}

/** Whether an operation first reads other records: a tour is planned with the results of all earlier writes. */
function readsFirst({ path }: BatchOperation): boolean {
  return path.startsWith('tours/')
}

/** No record has this many nested levels, so deeper ones are not searched. */
const deepestLevel = 16

function isTooDeep(body: unknown, level = 0): boolean {
  if (typeof body !== 'object' || body === null) return false
  return level > deepestLevel || Object.values(body).some((inner) => isTooDeep(inner, level + 1))
}

/** Returns the keys of earlier operations of the batch whose new records this operation refers to, as `{ $created: key }`. */
function keysNamedBy({ path, body }: Pick<BatchOperation, 'path' | 'body'>): Set<string> {
  const keys = new Set([...path.matchAll(createdPlaceholdersInPath)].map(([, key]) => key!))
  collect(body, keys, 0)
  return keys
}

function collect(value: unknown, keys: Set<string>, level: number): void {
  if (isCreatedPlaceholder(value)) keys.add(value.$created)
  else if (typeof value === 'object' && value !== null && level <= deepestLevel) {
    for (const inner of Object.values(value)) collect(inner, keys, level + 1)
  }
}

function withCreatedIds(operation: BatchOperation, idsByKey: ReadonlyMap<string, number>): BatchOperation {
  const path = operation.path.replaceAll(createdPlaceholdersInPath, (found, key: string) =>
    String(idsByKey.get(key) ?? found),
  )
  if (operation.body === undefined) return { ...operation, path }
  return { ...operation, path, body: replaced(operation.body, idsByKey, 0) }
}

function replaced(value: unknown, idsByKey: ReadonlyMap<string, number>, level: number): unknown {
  if (isCreatedPlaceholder(value)) return idsByKey.get(value.$created) ?? value
  if (typeof value !== 'object' || value === null || level > deepestLevel) return value
  if (Array.isArray(value)) return value.map((inner) => replaced(inner, idsByKey, level + 1))
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replaced(inner, idsByKey, level + 1)]))
}

/** The only paths that a batch can write to: records, not accounts or batches. */
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

function notWritable(): AnswerWithoutKey {
  return { status: 400, headers: {}, body: { path: ['This path cannot be written to in a batch.'], code: 'invalid' } }
}

function tooDeep(): AnswerWithoutKey {
  return { status: 400, headers: {}, body: { body: ['The body is nested too deeply.'], code: 'invalid' } }
}

function dependencyFailed(): AnswerWithoutKey {
  const code: ProblemCode = 'dependency_failed'
  return {
    status: 424,
    headers: {},
    body: { detail: 'This depends on an operation that failed, so nothing was changed.', code },
  }
}
