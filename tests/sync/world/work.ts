import { kinds } from '#core/kinds/all-kinds.ts'
import type { KindOfRecord } from '#core/kinds/kind-of-record.ts'
import { keyField } from '#core/kinds/key-field.ts'
import type { Fields } from '#core/contract/json.ts'
import { deleteRecord, undoMs } from '#core/sync/writing/delete-record.ts'
import type { AttachedFile } from '#core/sync/operation.ts'
import type { Row } from '#core/sync/ports.ts'
import { createRecord } from '#core/sync/writing/create-record.ts'
import { updateRecord } from '#core/sync/writing/update-record.ts'
import { undoDelete } from '#core/sync/writing/undo-delete.ts'
import { StorageError } from '#storage/database/storage-error.ts'
import { textOf } from '#tests/support/sync-records.ts'
import { choices, choiceValue, contentsOf, parents, type Relatives, texts } from './contents.ts'
import type { Context } from './context.ts'
import { type Kind, dayOf, markOf } from './ledger.ts'
import type { AgentName, SimulatedDevice } from './simulated-device.ts'
import type { World } from './world.ts'

export type Page = { tablet: SimulatedDevice; context: Context }

/** One press of Save. Its number is in the word that it writes; pressed again after its page ended, it is the same save. */
export type Save = { number: number; opId: string }

export function newSave(world: World, { tablet }: Pick<Page, 'tablet'>): Save {
  return { number: world.ledger.number(), opId: tablet.nextOpId() }
}

/** Runs an agent's action: returns its result, `refused` by the storage, or `interrupted` if the page ended first. */
export async function onPage<Result>(
  context: Context,
  work: () => Promise<Result>,
): Promise<Result | 'refused' | 'interrupted'> {
  try {
    return await Promise.race([work(), context.died.then(() => 'interrupted' as const)])
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    // The page reports the failure, and the agent reloads it.
    if (error.reason !== 'full') context.kill()
    return 'refused'
  }
}

/** The rows that a screen shows: those with a parent on the device. */
export function shownRows(world: World, { tablet, context }: Page, kind: Kind): Row[] {
  const { agent } = context.place
  const rows = world.rows(tablet, agent, kind).filter((row) => markOf(kind, row) !== '')
  const parent = parents[kind]
  if (parent === undefined) return rows
  const keys = new Set(world.rows(tablet, agent, parent).map(({ key }) => key))
  return rows.filter((row) => keys.has(textOf(row, keyField(parent))))
}

/** Creates a record and resolves to its mark; the ledger records it as saved once the device confirms it. */
export async function make(
  world: World,
  { tablet, context }: Page,
  kind: Kind,
  relatives: Relatives,
  { number, opId }: Save,
): Promise<string> {
  const { agent, life } = context.place
  const word = `a${agent}w${number}.`
  const mark = kind === 'open_house' ? dayOf(number) : word
  const parentKind = parents[kind]
  const { parent } = relatives
  const record = {
    mark,
    kind,
    agent,
    parent: parent === undefined || parentKind === undefined ? null : markOf(parentKind, parent),
    maker: { tablet: tablet.number, life },
  }
  world.ledger.record({ ...record, isSaved: false })
  const made = await onPage(context, async () => {
    const files = kind === 'listing_image' ? { image: await photo(context, number) } : {}
    for (const { sha256 } of Object.values(files)) world.ledger.pictures.set(sha256, mark)
    const { replica, clock } = context.ports
    const contents = contentsOf(kind, { word, number }, relatives)
    return createRecord(replica, clock, { opId, entity: kind, ...contents, files })
  })
  if (made === 'refused' || made === 'interrupted') return mark
  world.ledger.record({ ...record, isSaved: true })
  const field = texts[kind]
  if (field !== undefined) world.save({ value: word, mark, field, rule: 'text' }, { tablet, context })
  return mark
}

async function photo(context: Context, number: number): Promise<AttachedFile> {
  const { saveFile } = await context.connection()
  return saveFile(new Uint8Array([number % 256, Math.floor(number / 256) % 256, 7]))
}

/** An edit in a form that opened with `opened`. */
export type Writing = { kind: Kind; opened: Row; rule: 'text' | 'choice'; field?: string }

/** Appends a word to a text, or changes the value of another field. */
export async function write(
  world: World,
  page: Page,
  { kind, opened, rule, field = (rule === 'text' ? texts : choices)[kind] }: Writing,
  save = newSave(world, page),
): Promise<void> {
  // Fields that a plain server cannot store stay on the device; the ledger does not track them.
  const { extensions, onPlainServers } = kinds[kind] as KindOfRecord
  const staysHere = onPlainServers.update !== 'synced' || extensions?.includes(field ?? '') === true
  if (field === undefined || (world.isPlain && staysHere)) return
  const { agent } = page.context.place
  const value = rule === 'text' ? `a${agent}w${save.number}.` : choiceValue(kind, agent, save.number)
  const changes = { [field]: rule === 'text' ? `${textOf(opened, field)} ${String(value)}` : value }
  if ((await edit(page, kind, opened, changes, save.opId)) !== 'saved') return
  const mark = markOf(kind, opened)
  const record = world.ledger.records.get(mark)
  if (record?.shouldBeGone === true) record.wasEditedSince = true
  const before = opened[field]
  if (rule === 'choice' && before !== undefined) world.ledger.supersede(before)
  world.save({ value: String(value), mark, field, rule }, page)
}

/** Saves a form whose values the ledger does not track. */
export async function edit(
  { context }: Page,
  kind: Kind,
  opened: Row,
  changes: Fields,
  opId: string,
): Promise<'saved' | 'refused' | 'interrupted'> {
  const { replica, clock } = context.ports
  const update = { opId, entity: kind, key: opened.key, opened, changes }
  const done = await onPage(context, () => updateRecord(replica, clock, update))
  if (done === 'refused' || done === 'interrupted') return done
  return done.outcome === 'recorded' || done.outcome === 'conflict' ? 'saved' : 'refused'
}

export async function remove(
  world: World,
  { context, tablet }: Page,
  kind: Kind,
  row: Row,
  { isUndoOffered, opId }: { isUndoOffered: boolean; opId: string },
): Promise<void> {
  if (world.isPlain && kinds[kind].onPlainServers.delete !== 'synced') return
  const { replica, clock } = context.ports
  const { agent, life } = context.place
  const seen = marksBelow(world, tablet, agent, { kind, key: row.key })
  const deletion = { opId, entity: kind, key: row.key, undoMs: isUndoOffered ? undoMs : 0 }
  const deleted = await onPage(context, () => deleteRecord(replica, clock, deletion))
  if (deleted === null || deleted === 'refused') return
  const mark = markOf(kind, row)
  world.noteDeletion(agent, kind, mark, { deleter: { tablet: tablet.number, life }, seen })
  // The page ended before it confirmed: whether the record is deleted is open.
  if (deleted === 'interrupted') return world.ledger.keep(mark)
  if (!isUndoOffered) return
  const until = world.clock.now() + undoMs
  world.undoable.push({ place: context.place, life, mark, seen, deleted, until })
}

/** The marks of the record's children on this device, and of their children. */
export function marksBelow(
  world: World,
  tablet: SimulatedDevice,
  agent: AgentName,
  { kind, key }: { kind: Kind; key: string },
): Set<string> {
  const marks = new Set<string>()
  for (const child of kinds[kind].deletedWithRecord) {
    const below = child.entity as Kind
    for (const row of world.rows(tablet, agent, below).filter((one) => one[keyField(child.field)] === key)) {
      marks.add(markOf(below, row))
      for (const mark of marksBelow(world, tablet, agent, { kind: below, key: row.key })) marks.add(mark)
    }
  }
  return marks
}

/** Undoes the last deletion of this page's agent that can be undone; `or late` also tries an expired one. */
export async function undo(
  world: World,
  { context }: Pick<Page, 'context'>,
  when: 'in time' | 'or late',
): Promise<void> {
  const last = world.undoable.findLastIndex(
    ({ place, life, until }) =>
      place === context.place && life === place.life && (when === 'or late' || until > world.clock.now()),
  )
  const [undone] = last === -1 ? [] : world.undoable.splice(last, 1)
  if (undone === undefined) return
  const outcome = await onPage(context, () => undoDelete(context.ports.replica, undone.deleted))
  if (outcome === 'undone') world.ledger.takeBackDeletion(undone.mark, undone.seen)
  // The page ended before it confirmed.
  else if (outcome === 'interrupted') world.ledger.keep(undone.mark)
}
