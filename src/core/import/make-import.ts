import type { NewClient } from '#core/contract/client.ts'
import type { Fields } from '#core/contract/json.ts'
import { client as kindOfClient } from '#core/kinds/client.ts'
import { canonical } from '#core/sync/operation.ts'
import { pick } from '#core/sync/pick.ts'
import type { Clock, Replica, ReplicaTransaction, Row } from '#core/sync/ports.ts'
import { localKeyOf } from '#core/sync/records/keys.ts'
import { deleteRow } from '#core/sync/writing/delete-record.ts'
import { createRow, updateRecord, updateRow } from '#core/sync/writing/record-change.ts'
import { additionsTo } from './merge-people.ts'
import type { ImportPlan } from './plan-import.ts'

/**
 * What is remembered of an import, so that all of it can be undone later. Its records' keys follow from the import's id, and
 * a print of what each was made of tells whether somebody has changed it since.
 */
export type KeptImport = {
  id: string
  name: string
  at: number
  prints: number[]
  merges: { key: string; before: Fields; after: Fields }[]
}

type Ports = { replica: Replica; clock: Pick<Clock, 'now'> }

type Run = {
  /** A new UUID, whose last part counts the records. */
  id: string
  /** The file's. */
  name: string
  plan: ImportPlan
  onProgress: (done: number) => void
  isStopped: () => boolean
}

/** So few that the page can answer between them, so many that the disk is not asked for each. */
const recordsAtOnce = 25
export const importFact = (id: string) => `import ${id}`
/** How the keys of all records of an import begin. */
export const importedKeys = (id: string) => localKeyOf(id.slice(0, -12))

/**
 * Makes and changes an agent's clients as ordinary changes on this device, some at a time; each time is saved whole. What is
 * remembered of the import is saved before, so that what an ended page leaves can be undone, too.
 */
export async function makeImport(
  { replica, clock }: Ports,
  { id, name, plan, onProgress, isStopped }: Run,
): Promise<{ made: number; merged: number }> {
  const { creates, merges } = plan
  const kept: KeptImport = { id, name, at: clock.now(), prints: creates.map(printOf), merges: [] }
  await replica.transact('write', (store) => store.putFact(importFact(id), kept))
  const total = { made: 0, merged: 0 }
  for (let first = 0; first < creates.length && !isStopped(); first += recordsAtOnce) {
    const some = creates.slice(first, first + recordsAtOnce)
    await replica.transact('write', async (store) => {
      for (const [index, changes] of some.entries()) {
        const opId = opIdOf(id, first + index)
        await createRow(store, replica.owner, clock.now(), { opId, entity: 'client', changes })
      }
    })
    total.made += some.length
    onProgress(total.made)
  }
  if (total.made < creates.length) {
    kept.prints.length = total.made
    await replica.transact('write', (store) => store.putFact(importFact(id), kept))
  }
  for (let first = 0; first < merges.length && !isStopped(); first += recordsAtOnce) {
    const some = merges.slice(first, first + recordsAtOnce)
    const found = await replica.transact('write', async (store) => {
      const changed: KeptImport['merges'] = []
      for (const [index, { key, people }] of some.entries()) {
        const opId = opIdOf(id, creates.length + first + index)
        const change = await merge(store, { owner: replica.owner, now: clock.now(), opId, key, people })
        if (change !== null) changed.push(change)
      }
      kept.merges.push(...changed)
      await store.putFact(importFact(id), kept)
      return changed.length
    })
    total.merged += found
    onProgress(creates.length + first + some.length)
  }
  return total
}

type Merge = { owner: string; now: number; opId: string; key: string; people: readonly NewClient[] }

async function merge(
  store: ReplicaTransaction,
  { owner, now, opId, key, people }: Merge,
): Promise<KeptImport['merges'][number] | null> {
  const row = await store.row('client', key)
  if (row === undefined) return null
  const client = clientIn(row)
  const after = { ...client }
  for (const person of people) Object.assign(after, additionsTo(after, person))
  const changes = pick(
    after,
    clientFields.filter((field) => after[field] !== client[field]),
  )
  if (Object.keys(changes).length === 0) return null
  const { key: _, ...opened } = row
  await updateRow(store, owner, now, { opId, entity: 'client', key, opened, changes })
  return { key, before: pick(client, Object.keys(changes)), after: changes }
}

export type UndoneImport = {
  deleted: number
  restored: number
  /** Clients that stay, because they were changed since, or have conversations, visits or plans. */
  kept: number
}

type Undo = {
  kept: KeptImport
  newId: () => string
  /** Whether something besides the import speaks of this client. */
  isMentioned: (row: Row) => boolean
  onProgress: (done: number) => void
}

/** Takes back all that an import made and changed, but for what the agent has worked with since. */
export async function undoImport(
  { replica, clock }: Ports,
  { kept, newId, isMentioned, onProgress }: Undo,
): Promise<UndoneImport> {
  const { id, prints, merges } = kept
  const undone: UndoneImport = { deleted: 0, restored: 0, kept: 0 }
  for (let first = 0; first < prints.length; first += recordsAtOnce) {
    const some = prints.slice(first, first + recordsAtOnce)
    await replica.transact('write', async (store) => {
      for (const [index, print] of some.entries()) {
        const key = localKeyOf(opIdOf(id, first + index))
        const row = await store.row('client', key)
        if (row === undefined) continue
        const isUntouched = printOf(clientIn(row)) === print && !isMentioned(row)
        const deletion = { opId: newId(), entity: 'client' as const, key }
        if (isUntouched) await deleteRow(store, replica.owner, clock.now(), deletion)
        undone[isUntouched ? 'deleted' : 'kept'] += 1
      }
    })
    onProgress(first + some.length)
  }
  for (const { key, before, after } of merges) {
    const row = await replica.transact('read', (store) => store.row('client', key))
    if (row === undefined) continue
    const isUntouched = canonical(pick(row, Object.keys(after))) === canonical(after)
    const { key: _, ...opened } = row
    if (isUntouched)
      await updateRecord(replica, clock, { opId: newId(), entity: 'client', key, opened, changes: before })
    undone[isUntouched ? 'restored' : 'kept'] += 1
  }
  await replica.transact('write', (store) => store.putFact(importFact(id), null))
  return undone
}

const clientFields: readonly (keyof NewClient)[] = kindOfClient.fields

/** Another server may have left a field out. */
function clientIn(row: Row): NewClient {
  const text = (field: keyof NewClient) => (typeof row[field] === 'string' ? row[field] : '')
  return {
    first_name: text('first_name'),
    last_name: text('last_name'),
    email: text('email'),
    phone_number: text('phone_number'),
    notes: text('notes'),
    category: text('category') as NewClient['category'],
  }
}

/** The import's id with the record's number in its last part, which is a UUID again. */
function opIdOf(id: string, index: number): string {
  return `${id.slice(0, -12)}${(index + 1).toString(16).padStart(12, '0')}`
}

/** 32 bits of what a client is made of (FNV-1a): enough to see that somebody changed it. */
function printOf(client: NewClient): number {
  let print = 0x811c9dc5
  for (const character of canonical(pick(client, clientFields)))
    print = Math.imul(print ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return print >>> 0
}
