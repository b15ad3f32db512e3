import type { LocalKey } from '#core/sync/operation.ts'
import { notify } from '#state/notifications.ts'
import { recordActivity } from '#state/recent-activity-store.ts'
import { headingOf } from '#records/record-words.ts'
import { storageProblem } from '#storage/database/storage-problem.ts'

type Saved = {
  entity: 'client' | 'listing'
  key: LocalKey
  isNew: boolean
  name: string
  view?: (() => void) | undefined
}

/** Says that a record is saved on this device, and notes it among what the agent did; `view` leads to its page. */
export function tellSaved({ entity, key, isNew, name, view }: Saved): void {
  recordActivity(`${isNew ? 'create' : 'edit'}_${entity}`, name)
  notify({
    type: 'success',
    title: `${headingOf(entity)} ${isNew ? 'Created' : 'Updated'}`,
    message: `${name} has been ${isNew ? 'added' : 'updated'} successfully.`,
    saved: `${entity} ${key}`,
    ...(view === undefined ? {} : { action: { label: 'View', run: view } }),
  })
}

/** Says what was not done, and why where the device knows. */
export function tellFailure(title: string, error: unknown): void {
  notify({ type: 'error', title, message: storageProblem(error) })
}
