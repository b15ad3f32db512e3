import { Dexie } from 'dexie'
import { type ServerKind, serverKindMetadataKey } from '#core/sync/metadata-keys.ts'
import { coalesceRuns, countWhileRunning, liveQuery, onTableChange } from '#storage/reading/live-query.ts'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import type { LocalKey, Operation, OperationState } from '#core/sync/operation.ts'
import type { DeviceDatabase } from '#storage/database/device-database.ts'

/** How a record with unsent changes is marked. A record without a mark is saved on the server. */
export type OutboxMark = 'On this device' | 'Waiting' | 'Sending' | 'Needs fixing' | 'Conflict' | 'Paused'

/**
 * The marks of all records with unsent changes. Separate from the rows, so that a state change does not rerun the queries of lists. With
 * our server, the states come from an index, and the only operations read are deletions of photos, to find the listing: the photo's row is
 * already deleted. With a plain server, all operations are read.
 */
export type OutboxMarks = {
  markOf: (entity: EntityName, key: LocalKey) => OutboxMark | null
  /** The number of a record's unsent operations. */
  countOf: (entity: EntityName, key: LocalKey) => number
  /** The mark and number of the listing's deleted photos that the server still has; null if there are none. */
  removedPhotosOf: (listingKey: LocalKey) => MarkAndCount | null
  totals: () => Readonly<OutboxTotals>
  subscribe: (listener: () => void) => () => void
}

type MarkAndCount = Readonly<{ mark: OutboxMark; count: number }>

/** `notOffered`: changes that stay on this device because the plain server offers no place for them. */
type OutboxTotals = { waiting: number; needsAgent: number; notOffered: number }

/**
 * Loads `heldOnDevice`, which returns the `seq`s of operations that a plain server cannot store. A page imports the code only with a plain
 * server; the service worker cannot import, so its bundle contains the code.
 */
export type LoadHeldOnDevice = () => Promise<{
  heldOnDevice: (database: DeviceDatabase) => Promise<ReadonlySet<number>>
}>

export function outboxMarks(database: DeviceDatabase, loadHeldOnDevice: LoadHeldOnDevice): OutboxMarks {
  const listeners = new Set<() => void>()
  let byRecord = new Map<string, MarkAndCount>()
  let removedPhotos = new Map<LocalKey, MarkAndCount>()
  let totals: OutboxTotals = { waiting: 0, needsAgent: 0, notOffered: 0 }
  let stop: (() => void) | null = null
  let isRead = false

  function start() {
    // Reads on table changes: a live query would start over with each change, and track every key of a long outbox.
    const read = coalesceRuns(async () => {
      const states = await countWhileRunning(() => readStates(database, loadHeldOnDevice))
      if (stop === thisStop) update(states)
    })
    const ofOutbox = onTableChange(database, 'outbox', read)
    // Which operations stay on this device depends on the kind of server.
    const ofServerKind = liveQuery(() => database.facts.get(serverKindMetadataKey)).subscribe({
      next: read,
      // The device's data was deleted while this page is open; another part of the app reports that (fault A22).
      error: () => {},
    })
    const thisStop = () => {
      ofOutbox()
      ofServerKind.unsubscribe()
    }
    stop = thisStop
  }

  function update([states, photoDeletions]: States) {
    byRecord = new Map()
    removedPhotos = new Map()
    for (const { references, state } of photoDeletions) {
      const listingKey = references['listing']?.key
      if (listingKey !== undefined) count(removedPhotos, listingKey, markOfState(state))
    }
    totals = { waiting: 0, needsAgent: 0, notOffered: 0 }
    for (const [entity, key, state, isHeld = false] of states) {
      const mark = isHeld ? 'On this device' : markOfState(state)
      totals[isForAgent(mark) ? 'needsAgent' : isHeld ? 'notOffered' : 'waiting'] += 1
      count(byRecord, recordName(entity, key), mark)
    }
    isRead = true
    for (const listener of listeners) listener()
  }

  return {
    markOf: (entity, key) => byRecord.get(recordName(entity, key))?.mark ?? null,
    countOf: (entity, key) => byRecord.get(recordName(entity, key))?.count ?? 0,
    removedPhotosOf: (listingKey) => removedPhotos.get(listingKey) ?? null,
    totals: () => totals,
    subscribe: (listener) => {
      listeners.add(listener)
      if (stop === null) start()
      // A later subscriber gets the current state at once.
      else if (isRead) listener()
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        stop?.()
        stop = null
        isRead = false
      }
    },
  }
}

/** `isHeld`: the operation stays on this device because the plain server cannot store it. */
type RecordState = [EntityName, LocalKey, OperationState, isHeld?: boolean]

type States = [states: RecordState[], photoDeletions: Operation[]]

async function readStates(database: DeviceDatabase, loadHeldOnDevice: LoadHeldOnDevice): Promise<States> {
  const ofPhotos = database.outbox.where('entity').equals('listing_image')
  const [photoDeletions, serverKind] = await Promise.all([
    ofPhotos.filter(({ kind }) => kind === 'delete').toArray(),
    database.facts.get(serverKindMetadataKey),
  ])
  const isPlain = (serverKind?.value as ServerKind | undefined)?.kind === 'plain'
  if (!isPlain) {
    const all = database.outbox.where('[entity+key+state]').between([Dexie.minKey], [Dexie.maxKey])
    return [(await all.keys()) as unknown as RecordState[], photoDeletions]
  }
  const held = await (await loadHeldOnDevice()).heldOnDevice(database)
  const operations = await database.outbox.toArray()
  return [
    operations.map(({ seq, entity, key, state }) => [
      entity,
      key,
      state,
      held.has(seq) && !isForAgent(markOfState(state)),
    ]),
    photoDeletions,
  ]
}

function count<Name>(counted: Map<Name, MarkAndCount>, name: Name, mark: OutboxMark): void {
  const before = counted.get(name)
  counted.set(name, { mark: stronger(before?.mark, mark), count: (before?.count ?? 0) + 1 })
}

function isForAgent(mark: OutboxMark): boolean {
  return mark === 'Conflict' || mark === 'Needs fixing'
}

export function markOfState(state: OperationState): OutboxMark {
  return marks[state] ?? 'Waiting'
}

const marks: Partial<Record<OperationState, OutboxMark>> = {
  sending: 'Sending',
  'needs-login': 'Paused',
  conflict: 'Conflict',
  attention: 'Needs fixing',
}

/** From weakest to strongest: a record with several operations shows the strongest mark. */
const strength: (OutboxMark | undefined)[] = [
  'On this device',
  'Waiting',
  'Paused',
  'Sending',
  'Needs fixing',
  'Conflict',
]

function stronger(one: OutboxMark | undefined, other: OutboxMark): OutboxMark {
  return strength.indexOf(one) > strength.indexOf(other) ? one! : other
}

function recordName(entity: EntityName, key: LocalKey): string {
  return `${entity} ${key}`
}
