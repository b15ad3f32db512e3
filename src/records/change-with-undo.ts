import type { Fields } from '#core/contract/json.ts'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import { undoMs } from '#core/sync/writing/delete-record.ts'
import type { UpdateOutcome } from '#core/sync/writing/record-change.ts'
import { dismissNotification, notify } from '#state/notifications.ts'
import type { Device } from '#storage/device.ts'
import type { RowOf } from '#storage/rows.ts'
import { storageProblem } from '#storage/storage-problem.ts'
import { changeRecord } from './commands.ts'
import { failureOf, headingOf } from './record-words.ts'

type Change<Entity extends EntityName> = {
  entity: Entity
  /** As the screen showed it. */
  record: RowOf[Entity]
  changes: Fields
  /** What the notification says. */
  message: string | null
}

/** The latest offer for each record; only the last change of a record is taken back. */
const offers = new Map<string, string>()

/**
 * Saves a change on this device at once, says so and offers to undo it; without a message it says nothing, where the screen
 * itself has the way back. What fails is said, never thrown.
 */
export async function changeWithUndo<Entity extends EntityName>(
  device: Device,
  { entity, record, changes, message }: Change<Entity>,
): Promise<void> {
  const { key, ...before } = record as Fields & { key: string }
  const outcome = await change(device, entity, key, before, changes)
  if (outcome !== 'recorded' || message === null) return
  const name = `${entity} ${key}`
  const earlier = offers.get(name)
  if (earlier !== undefined) dismissNotification(earlier)
  const after = { ...before, ...changes }
  const back = Object.fromEntries(Object.keys(changes).map((field) => [field, before[field] ?? null]))
  offers.set(
    name,
    notify({
      type: 'success',
      title: `${headingOf(entity)} Updated`,
      message,
      duration: undoMs,
      action: { label: 'Undo', run: () => void change(device, entity, key, after, back) },
    }),
  )
}

async function change(
  device: Device,
  entity: EntityName,
  key: string,
  opened: Fields,
  changes: Fields,
): Promise<UpdateOutcome | null> {
  const title = failureOf(entity, 'update')
  try {
    const outcome = await changeRecord(device, entity, { opId: device.ids.uuid(), key, opened, changes })
    if (outcome === 'deleted') notify({ type: 'error', title, message: 'It was deleted on this device.' })
    return outcome
  } catch (error) {
    notify({ type: 'error', title, message: storageProblem(error) })
    return null
  }
}
