import { kinds } from '#core/kinds/all-kinds.ts'
import type { KindOfRecord } from '#core/kinds/kind-of-record.ts'
import { keyField } from '#core/kinds/key-field.ts'
import { deleteRecord, undoMs } from '#core/sync/writing/delete-record.ts'
import type { Fields, Json } from '#core/contract/json.ts'
import type { AttachedFile, Reference } from '#core/sync/operation.ts'
import type { Row } from '#core/sync/ports.ts'
import { createRecord, updateRecord } from '#core/sync/writing/record-change.ts'
import { undoDelete } from '#core/sync/writing/undo-delete.ts'
import { StorageError } from '#storage/storage-error.ts'
import { textOf } from '#tests/support/sync-records.ts'
import { type Kind, dayOf, markOf } from './ledger.ts'
import type { Context, ContextName } from './context.ts'
import type { AgentName, Tablet } from './tablet.ts'
import type { World } from './world.ts'

/** Where somebody works, and which of the records there they mean. */
export type At = { tablet: number; tab: ContextName; which: number }

export function pickOne<One>(all: readonly One[], which: number): One | undefined {
  return all.length === 0 ? undefined : all[which % all.length]
}

/** What a person does in a tab; undefined when the device refused, the tab died, or it cannot be done there. */
async function inTab<Result>(context: Context, work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return (await Promise.race([work(), context.died])) ?? undefined
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    // The page says so, and the agent reloads it.
    if (error.reason !== 'full') context.kill()
    return undefined
  }
}

/** Records as the screen shows them: those whose parents are there. */
export function shownRows(world: World, tablet: Tablet, context: Context, kind: Kind): Row[] {
  const { agent } = context.place
  const rows = world.rows(tablet, agent, kind).filter((row) => markOf(kind, row) !== '')
  const parent = parents[kind]
  if (parent === undefined) return rows
  const keys = new Set(world.rows(tablet, agent, parent).map(({ key }) => key))
  return rows.filter((row) => keys.has(textOf(row, keyField(parent))))
}

const parents: Partial<Record<Kind, 'listing' | 'open_house' | 'client'>> = {
  listing_image: 'listing',
  showing: 'listing',
  open_house: 'listing',
  open_house_visit: 'open_house',
  interaction: 'client',
  follow_up: 'client',
}

type NewRecord = { changes: Fields; references?: Record<string, Reference>; shown?: Fields }

/** Makes a record of this kind; the ledger notes it once the device says that it is saved. */
export async function make(world: World, at: At, kind: Kind): Promise<string | null> {
  const context = world.context(at.tablet, at.tab)
  // What stays on its device for ever is a sentence of its own (`plain-server.test.ts`).
  if (context === null || (world.isPlain && kinds[kind].onPlainServers === 'never')) return null
  const tablet = world.tablet(at.tablet)
  const { agent } = context.place
  const number = world.ledger.number()
  const word = `a${agent}w${number}.`
  const mark = kind === 'open_house' ? dayOf(number) : word
  const parentKind = parents[kind]
  const parent = parentKind === undefined ? undefined : pickOne(shownRows(world, tablet, context, parentKind), at.which)
  if (parentKind !== undefined && parent === undefined) return null
  const record = await contents(world, at, { tablet, context, kind, word, number, parent })
  if (record === undefined) return null

  const { replica, clock } = context.ports
  const files: Record<string, AttachedFile> | undefined = kind === 'listing_image' ? await photo(context, number) : {}
  if (files === undefined) return null
  const opId = tablet.nextOpId()
  const made = await inTab(context, () => createRecord(replica, clock, { opId, entity: kind, ...record, files }))
  if (made === undefined) return null
  const parentMark = parent === undefined || parentKind === undefined ? null : markOf(parentKind, parent)
  const maker = { tablet: tablet.number, life: context.place.life }
  world.ledger.record({ mark, kind, agent, parent: parentMark, maker, isSaved: true })
  for (const { sha256 } of Object.values(files)) world.ledger.pictures.set(sha256, mark)
  const field = texts[kind]
  if (field !== undefined) world.save({ value: word, mark, field, rule: 'text' }, context, tablet)
  return mark
}

type Making = {
  tablet: Tablet
  context: Context
  kind: Kind
  word: string
  number: number
  parent: Row | undefined
}

async function contents(
  world: World,
  at: At,
  { tablet, context, kind, word, number, parent }: Making,
): Promise<NewRecord | undefined> {
  const email = `${word}@example.com`
  const below = (entity: 'listing' | 'open_house' | 'client', key: string | undefined): Record<string, Reference> =>
    key === undefined ? {} : { [entity]: { entity, key } }
  const day = dayOf(number)
  switch (kind) {
    case 'client':
      return {
        changes: { first_name: word, last_name: word, email, phone_number: '', notes: word, category: 'Buyer' },
      }
    case 'property':
      return { changes: { address: `1 ${word}`, city: word } }
    case 'listing': {
      const property = pickOne(shownRows(world, tablet, context, 'property'), at.which)
      if (property === undefined) return undefined
      const { key: _, ...shown } = property
      return {
        changes: { listing_price: number, description: word, status: 'For Sale' },
        references: { property: { entity: 'property', key: property.key } },
        shown: { property: shown },
      }
    }
    case 'listing_image':
      return { changes: { caption: word, is_primary: true }, references: below('listing', parent?.key) }
    case 'showing':
      return {
        changes: { showing_date: day, start_time: timeOf(number), end_time: '23:59:00', client_email: email },
        references: below('listing', parent?.key),
      }
    case 'open_house':
      return {
        changes: { date: day, start_time: '00:00:00', end_time: timeOf(number) },
        references: below('listing', parent?.key),
      }
    case 'open_house_visit':
      return {
        changes: { client_email: email, name: word, phone_number: '', consents: [] },
        references: {
          ...below('open_house', parent?.key),
          ...below('listing', parent === undefined ? undefined : textOf(parent, 'listing_key')),
        },
      }
    case 'appointment':
      return {
        changes: { title: word, date: day, start_time: '09:00:00', end_time: '10:00:00', notes: word, location: '' },
      }
    case 'interaction':
      return {
        changes: { kind: 'Call', date: day, time: '10:30:00', text: word },
        references: below('client', parent?.key),
      }
    case 'follow_up':
      return { changes: { due_date: day, text: word, done: false }, references: below('client', parent?.key) }
    case 'tour': {
      const listings = shownRows(world, tablet, context, 'listing').slice(0, 1 + (at.which % 3))
      if (listings.length === 0) return undefined
      const selected: Json[] = listings.map(({ key, id }) => id ?? key)
      return {
        changes: {
          client_email: email,
          tour_date: day,
          start_time: '09:00:00',
          end_time: '17:00:00',
          selected_listings: selected,
          preferences: { min_duration_per_property: 30 },
          planning: at.which % 2 === 0 ? 'given' : 'best',
        },
        shown: { status: 'scheduled', steps: [] },
      }
    }
  }
}

async function photo(context: Context, number: number) {
  const file = await inTab(context, async () =>
    (await context.connection()).saveFile(new Uint8Array([number % 256, Math.floor(number / 256) % 256, 7])),
  )
  return file === undefined ? undefined : { image: file }
}

function timeOf(number: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(number / 60) % 24)}:${two(number % 60)}:00`
}

/** Fields in which both sides' words stay. */
export const texts: Partial<Record<Kind, string>> = {
  client: 'notes',
  listing: 'description',
  appointment: 'notes',
  interaction: 'text',
}

/** Fields of which one value can be right. */
export const choices: Partial<Record<Kind, string>> = {
  client: 'phone_number',
  listing: 'listing_price',
  showing: 'start_time',
  open_house: 'end_time',
  open_house_visit: 'phone_number',
  appointment: 'location',
  interaction: 'time',
  follow_up: 'due_date',
}

export function choiceValue(kind: Kind, agent: string, number: number): string | number {
  if (kind === 'listing') return 1_000_000 + number
  if (kind === 'follow_up') return dayOf(number)
  return kind === 'showing' || kind === 'open_house' || kind === 'interaction' ? timeOf(number) : `a${agent}w${number}.`
}

/** Adds a word to a text, or puts another value in a field, in a form that opened with `opened`. */
export async function write(
  world: World,
  { context, tablet }: { context: Context; tablet: Tablet },
  kind: Kind,
  opened: Row,
  rule: 'text' | 'choice',
): Promise<void> {
  const field = (rule === 'text' ? texts : choices)[kind]
  // What a plain server has no place for stays on the device, which the ledger does not follow.
  if (field === undefined || (world.kind === 'plain' && (kinds[kind] as KindOfRecord).extensions?.includes(field)))
    return
  const { agent } = context.place
  const number = world.ledger.number()
  const value = rule === 'text' ? `a${agent}w${number}.` : choiceValue(kind, agent, number)
  const changes = { [field]: rule === 'text' ? `${textOf(opened, field)} ${String(value)}` : value }
  const { replica, clock } = context.ports
  const opId = tablet.nextOpId()
  const done = await inTab(context, () =>
    updateRecord(replica, clock, { opId, entity: kind, key: opened.key, opened, changes }),
  )
  if (done === undefined || done.outcome === 'deleted' || done.outcome === 'unchanged') return
  const record = world.ledger.records.get(markOf(kind, opened))
  if (record?.shouldBeGone === true) record.wasEditedSince = true
  const before = opened[field]
  if (rule === 'choice' && before !== undefined) world.ledger.supersede(before)
  world.save({ value: String(value), mark: markOf(kind, opened), field, rule }, context, tablet)
}

/** A step of a tour, or of its status: no step may be folded into another. */
export async function moveTour(context: Context, tablet: Tablet, tour: Row, which: number): Promise<void> {
  const status = ['scheduled', 'in_progress', 'completed', 'cancelled'][which % 4] ?? 'scheduled'
  const { replica, clock } = context.ports
  const opId = tablet.nextOpId()
  await inTab(context, () =>
    updateRecord(replica, clock, { opId, entity: 'tour', key: tour.key, opened: tour, changes: { status } }),
  )
}

export async function remove(
  world: World,
  { context, tablet }: { context: Context; tablet: Tablet },
  kind: Kind,
  row: Row,
  isUndoOffered: boolean,
): Promise<void> {
  const { replica, clock } = context.ports
  const { agent, life } = context.place
  const seen = marksBelow(world, tablet, agent, { kind, key: row.key })
  const opId = tablet.nextOpId()
  const deletion = { opId, entity: kind, key: row.key, undoMs: isUndoOffered ? undoMs : 0 }
  const deleted = await inTab(context, () => deleteRecord(replica, clock, deletion))
  if (deleted === undefined || deleted === null) return
  const mark = markOf(kind, row)
  world.noteDeletion(agent, kind, mark, { deleter: { tablet: tablet.number, life }, seen })
  if (!isUndoOffered) return
  world.undoable.push({
    place: context.place,
    life: context.place.life,
    mark,
    seen,
    deleted,
    until: world.clock.now() + undoMs,
  })
}

/** The marks of what this device shows below a record. */
export function marksBelow(
  world: World,
  tablet: Tablet,
  agent: AgentName,
  { kind, key }: { kind: Kind; key: string },
): Set<string> {
  const marks = new Set<string>()
  for (const child of kinds[kind].cascades) {
    const below = child.entity as Kind
    for (const row of world.rows(tablet, agent, below).filter((one) => one[keyField(child.field)] === key)) {
      marks.add(markOf(below, row))
      for (const mark of marksBelow(world, tablet, agent, { kind: below, key: row.key })) marks.add(mark)
    }
  }
  return marks
}

export async function undo(world: World, context: Context): Promise<void> {
  const last = world.undoable.findLastIndex(
    ({ place, life, until }) => place === context.place && life === place.life && until > world.clock.now(),
  )
  const [undone] = last === -1 ? [] : world.undoable.splice(last, 1)
  if (undone === undefined) return
  const outcome = await inTab(context, () => undoDelete(context.ports.replica, undone.deleted))
  if (outcome === 'undone') world.ledger.takeBackDeletion(undone.mark, undone.seen)
}
