import { keyField } from '#core/kinds/key-field.ts'
import { browserLink } from '#api/browser-link.ts'
import { waitsForAgent } from '#core/sync/sending/record-queue.ts'
import { describeOperation, type OperationWords } from '#core/sync/records/describe-operation.ts'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import type { LocalKey, Operation, JournalEntry } from '#core/sync/operation.ts'
import type { Fields, Json } from '#core/contract/json.ts'
import { lastCopyOfDeleted } from '#core/sync/records/child-records.ts'
import { holdInputOf, holdPolicy, type HoldReason } from '#core/sync/sending/hold-policy.ts'
import { type MissingParent, missingParentOf } from '#core/sync/resolving/missing-parent.ts'
import type { Row } from '#core/sync/ports.ts'
import { isRetriedSlowly } from '#core/sync/requests/retry.ts'
import type { People } from '#core/domain/clients/client-rules.ts'
import { useConnection } from '#state/connection.ts'
import { formatChildren, countChildren } from '#records/saving/children.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { mirrorTable, type DeviceDatabase, type UnreadableOperation } from '#storage/database/device-database.ts'
import { holdingStore, heldOnDevice } from '#storage/outbox/held-on-device.ts'
import type { ClientRow } from '#storage/database/rows.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { decisionPrefix } from '#core/sync/resolving/discarded-values.ts'
import { entriesOf } from '#storage/database/journal-rows.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'

export type OutboxItem = {
  operation: Operation
  /** The record's title, and a description such as 'New client'. */
  words: OperationWords
  row: Row | undefined
  clientReference: Parameters<People<ClientRow>['of']>[0]
  /** Name of the change that this one waits for; null if none. */
  heldBy: string | null
  /** The record's parent, if it was deleted on the server; otherwise null. */
  missingParent: MissingParent | null
  /** What a deletion in conflict would delete too, such as 'its 2 photos and 1 showing'. */
  alsoDeleted: string | null
  /** Why the app does not send the operation now, such as photos on mobile data; otherwise null. */
  whyHeld: HoldReason | null
}

export type Outbox = {
  needsAgent: OutboxItem[]
  /** The first operations that will be sent, oldest first. */
  waiting: OutboxItem[]
  waitingTotal: number
  /** The first operations that stay on this device because this server does not support them. */
  localOnly: OutboxItem[]
  localOnlyTotal: number
  /** How many of `waiting` are tried only every half hour. */
  slowCount: number
  /** When the oldest of `waiting` was saved. */
  oldestMadeAt: number | null
  unreadable: UnreadableOperation[]
}

/** Reads unsent changes, at most `shownWaiting` of those that need no attention (fault A20); undefined until they are read. */
export function useOutbox(shownWaiting: number): Outbox | undefined {
  const { database } = useDevice()
  // Whether photos are held depends on the connection, which is not in the database.
  const heldPhotos = useConnection((connection) => connection.heldPhotos)
  return useLiveQuery(() => readOutbox(database, shownWaiting), [database, shownWaiting, heldPhotos])
}

async function readOutbox(database: DeviceDatabase, shownWaiting: number): Promise<Outbox> {
  const [stuck, total, unreadable, localOnlySeqs] = await Promise.all([
    database.outbox.where('state').anyOf('attention', 'conflict').toArray(),
    database.outbox.count(),
    database.attention.toArray(),
    heldOnDevice(database),
  ])
  const first = (isWanted: (operation: Operation) => boolean) =>
    database.outbox
      .orderBy('seq')
      .filter((operation) => !waitsForAgent(operation) && isWanted(operation))
      .limit(shownWaiting)
      .toArray()
  const waiting = await first(({ seq }) => !localOnlySeqs.has(seq))
  const firstLocalOnly = localOnlySeqs.size === 0 ? [] : await first(({ seq }) => localOnlySeqs.has(seq))
  const localOnlyTotal = localOnlySeqs.size - stuck.filter(({ seq }) => localOnlySeqs.has(seq)).length
  const needsAgent = await toItems(
    database,
    stuck.sort((one, other) => one.seq - other.seq),
    [],
  )
  const made = waiting.map(({ madeAt }) => madeAt)
  return {
    needsAgent,
    waiting: await toItems(database, waiting, needsAgent),
    waitingTotal: total - stuck.length - localOnlyTotal,
    localOnly: await toItems(database, firstLocalOnly, needsAgent),
    localOnlyTotal,
    slowCount: waiting.filter(({ attempts }) => isRetriedSlowly(attempts)).length,
    oldestMadeAt: made.length === 0 ? null : Math.min(...made),
    unreadable,
  }
}

async function childrenOf(database: DeviceDatabase, { kind, state, entity, key }: Operation): Promise<string | null> {
  if (kind !== 'delete' || state !== 'conflict') return null
  return formatChildren(await countChildren(database, entity, key))
}

async function toItems(
  database: DeviceDatabase,
  operations: Operation[],
  needsAgent: readonly OutboxItem[],
): Promise<OutboxItem[]> {
  const rows = await rowsOf(database, operations)
  const reader = {
    row: async (entity: EntityName, key: LocalKey) => rows.get(nameOf(entity, key)),
    meta: <Value extends Json>(name: string) => readFact<Value>(database, name),
  }
  const missingParents = await Promise.all(operations.map((operation) => missingParentOf(reader, operation)))
  const holds = await holdPolicy(holdingStore(database), browserLink)
  // Returns a record that an operation refers to, or the last copy of a deleted one.
  const referred = async (operation: Operation, entity: 'listing' | 'open_house' | 'client' | 'property') => {
    const row = rows.get(nameOf(operation.entity, operation.key))
    const key = operation.references[entity]?.key ?? row?.[keyField(entity)]
    if (typeof key !== 'string') return undefined
    return rows.get(nameOf(entity, key)) ?? (await lastCopyOfDeleted(reader, { entity, key })) ?? undefined
  }
  return Promise.all(
    operations.map(async (operation, index) => {
      const row = rows.get(nameOf(operation.entity, operation.key))
      return {
        clientReference: clientReferenceIn({ ...operation.base, ...operation.changes, ...row }),
        operation,
        row,
        alsoDeleted: await childrenOf(database, operation),
        words: describeOperation(
          operation,
          // A record that was deleted on this device has no row; in a conflict, the server's copy has its fields.
          row ?? operation.conflict?.theirs ?? undefined,
          {
            listing: await referred(operation, 'listing'),
            openHouse: await referred(operation, 'open_house'),
            client: await referred(operation, 'client'),
            property: await referred(operation, 'property'),
          },
        ),
        missingParent: missingParents[index] ?? null,
        heldBy: blockingChange(operation, needsAgent, operations),
        whyHeld: waitsForAgent(operation) ? null : holds(holdInputOf(operation)),
      }
    }),
  )
}

function clientReferenceIn({ client, client_email: email }: Fields) {
  const idOrKey = typeof client === 'number' || typeof client === 'string' ? client : null
  return { client: idOrKey, client_email: typeof email === 'string' ? email : undefined }
}

async function readFact<Value extends Json>(database: DeviceDatabase, name: string): Promise<Value | undefined> {
  return (await database.facts.get(name))?.value as Value | undefined
}

/** Returns the rows of the operations, of all records that these refer to, and of those records' listings and properties, by `nameOf`. */
async function rowsOf(database: DeviceDatabase, operations: readonly Operation[]): Promise<Map<string, Row>> {
  const keys = new Map<EntityName, Set<LocalKey>>()
  const addKey = (entity: EntityName, key: LocalKey) => {
    const known = keys.get(entity)
    if (known === undefined) keys.set(entity, new Set([key]))
    else known.add(key)
  }
  for (const { entity, key, references } of operations) {
    addKey(entity, key)
    for (const reference of Object.values(references)) addKey(reference.entity, reference.key)
  }
  const rows = new Map<string, Row>()
  await read()
  for (const row of rows.values()) {
    for (const entity of ['listing', 'property'] as const) {
      const key = row[keyField(entity)]
      if (typeof key === 'string' && !rows.has(nameOf(entity, key))) addKey(entity, key)
    }
  }
  await read()
  return rows

  async function read(): Promise<void> {
    for (const [entity, ofEntity] of keys) {
      const wanted = [...ofEntity].filter((key) => !rows.has(nameOf(entity, key)))
      for (const row of await mirrorTable(database, entity).bulkGet(wanted)) {
        if (row !== undefined) rows.set(nameOf(entity, row.key), row)
      }
    }
  }
}

/** Returns the `heldBy` of an operation. Its own record counts as one that it refers to. */
function blockingChange(
  operation: Operation,
  needsAgent: readonly OutboxItem[],
  waiting: readonly Operation[],
): string | null {
  const isSent = operation.attempts > 0 || operation.state === 'sending'
  if (operation.state !== 'blocked' && (operation.state !== 'queued' || isSent)) return null
  const refersTo = new Set(Object.values(operation.references).map(({ entity, key }) => nameOf(entity, key)))
  refersTo.add(nameOf(operation.entity, operation.key))
  const isReferredTo = ({ entity, key }: Operation) => refersTo.has(nameOf(entity, key))
  if (operation.state === 'blocked') return needsAgent.find((item) => isReferredTo(item.operation))?.words.title ?? null
  const isEarlier = (other: Operation) => other.seq < operation.seq && other.attempts > 0 && isReferredTo(other)
  return waiting.some(isEarlier) ? 'an earlier change' : null
}

function nameOf(entity: EntityName, key: LocalKey): string {
  return `${entity} ${key}`
}

export type SettledKind = 'sent' | 'discarded'

type SettledToday = { entries: JournalEntry[]; total: number }

/** Reads what was settled since midnight, newest first. */
export function useSettledToday(kind: SettledKind, shown: number): SettledToday | undefined {
  const { database } = useDevice()
  const { today } = useMinute()
  return useLiveQuery(async () => {
    const midnight = new Date(`${today}T00:00`).getTime()
    const found = await database.journal.where('settledAt').aboveOrEqual(midnight).toArray()
    const all = found.flatMap(entriesOf)
    // A change that the agent discarded in a conflict is in the list of discarded values instead, whose entry's `opId` has a prefix.
    const decided = new Set(all.filter(({ note }) => note === 'decided').map(({ opId }) => opId))
    const ofKind = all
      .filter(({ note, settledAt }) => settledAt >= midnight && note !== 'decided')
      .filter(({ note }) => (note === 'discarded') === (kind === 'discarded'))
      .filter(({ opId, note }) => note !== 'discarded' || !decided.has(`${decisionPrefix}${opId}`))
    return { entries: ofKind.toReversed().slice(0, shown), total: ofKind.length }
  }, [database, kind, shown, today])
}
