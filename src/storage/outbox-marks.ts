import { Dexie, liveQuery } from 'dexie'
import type { EntityName } from '#core/sync/entities.ts'
import type { LocalKey, OperationState } from '#core/sync/operation.ts'
import type { DeviceDatabase } from './device-database.ts'

/** What a record's unsent changes are called on screen. A record without a mark is Saved. */
export type OutboxMark = 'Waiting' | 'Sending' | 'Needs fixing' | 'Conflict' | 'Paused'

/**
 * The marks of all records with unsent changes, kept apart from the rows so that a state change never reruns a list's
 * query. Read from the index alone: payloads and photos stay on the disk.
 */
export type OutboxMarks = {
  markOf: (entity: EntityName, key: LocalKey) => OutboxMark | null
  /** Operations per record, for "1 photo waiting". */
  countOf: (entity: EntityName, key: LocalKey) => number
  totals: () => OutboxTotals
  subscribe: (listener: () => void) => () => void
}

export type OutboxTotals = Readonly<{ waiting: number; needsYou: number }>

const none: OutboxTotals = { waiting: 0, needsYou: 0 }

export function outboxMarks(database: DeviceDatabase): OutboxMarks {
  const listeners = new Set<() => void>()
  let byRecord = new Map<string, { mark: OutboxMark; count: number }>()
  let totals = none
  let subscription: { unsubscribe: () => void } | null = null
  let isRead = false

  function start() {
    subscription = liveQuery(() => readStates(database)).subscribe({
      next: (states) => {
        byRecord = new Map()
        let needsYou = 0
        for (const [entity, key, state] of states) {
          const mark = markOfState(state)
          if (mark === 'Conflict' || mark === 'Needs fixing') needsYou += 1
          const name = recordName(entity, key)
          const before = byRecord.get(name)
          byRecord.set(name, { mark: stronger(before?.mark, mark), count: (before?.count ?? 0) + 1 })
        }
        const waiting = states.length - needsYou
        if (waiting !== totals.waiting || needsYou !== totals.needsYou) totals = { waiting, needsYou }
        isRead = true
        for (const listener of listeners) listener()
      },
      // The data went away under this page; the device's own trouble signal tells the agent (fault A22).
      error: () => {},
    })
  }

  return {
    markOf: (entity, key) => byRecord.get(recordName(entity, key))?.mark ?? null,
    countOf: (entity, key) => byRecord.get(recordName(entity, key))?.count ?? 0,
    totals: () => totals,
    subscribe: (listener) => {
      listeners.add(listener)
      if (subscription === null) start()
      // Who comes later must not have to wait for the next change to hear how things stand.
      else if (isRead) listener()
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        subscription?.unsubscribe()
        subscription = null
        isRead = false
      }
    },
  }
}

type IndexedState = [EntityName, LocalKey, OperationState]

async function readStates(database: DeviceDatabase): Promise<IndexedState[]> {
  const all = database.outbox.where('[entity+key+state]').between([Dexie.minKey], [Dexie.maxKey])
  return (await all.keys()) as unknown as IndexedState[]
}

export function markOfState(state: OperationState): OutboxMark {
  switch (state) {
    case 'sending':
      return 'Sending'
    case 'needs-login':
      return 'Paused'
    case 'conflict':
      return 'Conflict'
    case 'attention':
      return 'Needs fixing'
    default:
      return 'Waiting'
  }
}

const strength: OutboxMark[] = ['Waiting', 'Paused', 'Sending', 'Needs fixing', 'Conflict']

/** A record with several changes shows the one that the agent should know first. */
function stronger(one: OutboxMark | undefined, other: OutboxMark): OutboxMark {
  return one !== undefined && strength.indexOf(one) > strength.indexOf(other) ? one : other
}

function recordName(entity: EntityName, key: LocalKey): string {
  return `${entity} ${key}`
}
