import type { Fields } from '#core/contract/json.ts'
import type { JournalEntry } from '#core/sync/operation.ts'
import type { Clock, Ids } from '#core/sync/ports.ts'

/** A UUID determined by the number. */
export function opId(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
}

export function testIds(first = 1_000): Ids {
  let last = first
  return { uuid: () => opId(last++) }
}

/** A clock that moves only by `sleep` and `pass`. */
export function standingClock(startsAt = Date.UTC(2026, 10, 21, 9)): Clock & { pass: (ms: number) => void } {
  let now = startsAt
  return {
    now: () => now,
    sleep: async (ms) => {
      now += ms
    },
    pass: (ms) => {
      now += ms
    },
  }
}

export function aClient(fields: Fields = {}): Fields {
  return {
    first_name: 'Ann',
    last_name: 'Lee',
    email: 'ann@example.com',
    phone_number: '',
    notes: '',
    category: 'Buyer',
    ...fields,
  }
}

export function aJournalEntry(number: number, settledAt: number, fields: Partial<JournalEntry> = {}): JournalEntry {
  return {
    opId: opId(number),
    revision: 1,
    entity: 'client',
    key: '7',
    kind: 'update',
    changes: { notes: 'x' },
    references: {},
    files: {},
    settledAt,
    madeAt: 0,
    note: 'sent',
    title: 'Ann Lee',
    ...fields,
  }
}

/** A text field; any other value reads as empty. */
export function textOf(record: Fields | undefined, field: string): string {
  const value = record?.[field]
  return typeof value === 'string' ? value : ''
}
