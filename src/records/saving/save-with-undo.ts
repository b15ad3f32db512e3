import type { Fields } from '#core/contract/json.ts'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import { undoMs } from '#core/sync/writing/delete-record.ts'
import type { OperationKind, LocalKey } from '#core/sync/operation.ts'
import { dismissNotification, type NotificationLink, notify } from '#state/notifications.ts'
import type { Device } from '#storage/device/device.ts'
import type { RowOf } from '#storage/database/rows.ts'
import { type Addition, addRecord, changeRecord, removeRecord } from './commands.ts'
import { failureMessageOf, kindNameAsHeading } from '#records/record-labels.ts'
import { recordActivity } from '#state/recent-activity-store.ts'
import { storageErrorMessage } from '#storage/database/storage-error-message.ts'

type Change<Entity extends EntityName> = {
  entity: Entity
  /** The row before the change, as the screen showed it. */
  record: RowOf[Entity]
  changes: Fields
  /** Other fields of the row that change on screen but are never sent, such as an address. */
  shown?: Fields
  title?: string
  links?: readonly NotificationLink[]
}

/** How long a notification with links is shown: long enough to text one client after another. */
const linksMs = 60_000

/** The latest undo notification of each record: a new one replaces it, because only the last change can be undone. */
const offers = new Map<string, string>()

/** Saves a change and shows `message` with *Undo*; no notification if it is null. Shows failures instead of throwing. */
export async function changeWithUndo<Entity extends EntityName>(
  device: Device,
  { message, ...saving }: Change<Entity> & { message: string | null },
): Promise<void> {
  const { key, ...before } = saving.record as Fields & { key: string }
  const isSaved = await change(device, saving.entity, key, before, saving)
  if (isSaved && message !== null) offerToUndo(device, { ...saving, message })
}

/** Shows a notification with *Undo* for a change that is already saved. `record` is the row before the change. */
export function offerToUndo<Entity extends EntityName>(
  device: Device,
  {
    entity,
    record,
    changes,
    shown = {},
    title = `${kindNameAsHeading(entity)} Updated`,
    message,
    links = [],
  }: Change<Entity> & { message: string },
): void {
  const { key, ...before } = record as Fields & { key: string }
  const name = `${entity} ${key}`
  const earlier = offers.get(name)
  if (earlier !== undefined) dismissNotification(earlier)
  const after = { ...before, ...changes }
  const valuesBefore = (fields: Fields) =>
    Object.fromEntries(Object.keys(fields).map((field) => [field, before[field] ?? null]))
  const reverse = { changes: valuesBefore(changes), shown: valuesBefore(shown) }
  offers.set(
    name,
    offerUndo({ saved: name, title, message, links }, () => change(device, entity, key, after, reverse)),
  )
}

type NewRecord = { entity: EntityName; addition: Omit<Addition, 'opId'>; title: string; message: string }

/** Saves a new record and shows `message` with *Undo*. Shows failures instead of throwing. */
export async function addWithUndo(device: Device, { entity, addition, title, message }: NewRecord): Promise<void> {
  await withFailureShown(entity, 'create', async () => {
    const { key } = await addRecord(device, entity, { opId: device.ids.uuid(), ...addition })
    offerUndo({ saved: `${entity} ${key}`, title, message }, () =>
      withFailureShown(entity, 'delete', () => removeRecord(device, entity, key)),
    )
  })
}

/** `saved`: the record, as "entity key"; if the server refuses it, the notification is removed. */
type Offer = { saved: string; title: string; message: string; links?: readonly NotificationLink[] }

function offerUndo({ links = [], ...words }: Offer, undo: () => Promise<unknown>): string {
  const action = { label: 'Undo', run: () => void undo() }
  return notify({ type: 'success', ...words, links, duration: links.length === 0 ? undoMs : linksMs, action })
}

async function change(
  device: Device,
  entity: EntityName,
  key: string,
  opened: Fields,
  { changes, shown = {} }: { changes: Fields; shown?: Fields },
): Promise<boolean> {
  const outcome = await withFailureShown(entity, 'update', () =>
    changeRecord(device, entity, { opId: device.ids.uuid(), key, opened, changes, shown }),
  )
  if (outcome === 'deleted')
    notify({ type: 'error', title: failureMessageOf(entity, 'update'), message: 'It was deleted on this device.' })
  return outcome === 'recorded'
}

/** Returns the outcome, or null after showing the failure. */
async function withFailureShown<Outcome>(
  entity: EntityName,
  kind: OperationKind,
  save: () => Promise<Outcome>,
): Promise<Outcome | null> {
  try {
    return await save()
  } catch (error) {
    showFailureToast(failureMessageOf(entity, kind), error)
    return null
  }
}

type Saved = {
  entity: 'client' | 'listing'
  key: LocalKey
  isNew: boolean
  name: string
  onView?: (() => void) | undefined
}

/** Shows that a record is saved, and adds it to Recent Activity; `onView` opens its page. */
export function showSavedToast({ entity, key, isNew, name, onView }: Saved): void {
  recordActivity(`${isNew ? 'create' : 'edit'}_${entity}`, name)
  notify({
    type: 'success',
    title: `${kindNameAsHeading(entity)} ${isNew ? 'Created' : 'Updated'}`,
    message: `${name} has been ${isNew ? 'added' : 'updated'} successfully.`,
    saved: `${entity} ${key}`,
    ...(onView === undefined ? {} : { action: { label: 'View', run: onView } }),
  })
}

export function showFailureToast(title: string, error: unknown): void {
  notify({ type: 'error', title, message: storageErrorMessage(error) })
}
