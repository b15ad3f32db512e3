import { useState } from 'react'
import { entityNames, type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import type { Fields } from '#core/contract/json.ts'
import type { LocalKey, Reference } from '#core/sync/operation.ts'
import { isSameValue } from '#core/sync/records/same-value.ts'
import type { NewRecord, UpdateOutcome } from '#core/sync/writing/record-change.ts'
import { countDirtyForm } from '#state/update.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { draftPort } from '#storage/drafts/draft-port.ts'
import type { RowOf } from '#storage/database/rows.ts'
import { storageErrorMessage } from '#storage/database/storage-error-message.ts'
import type { FormValues } from '#ui/form/use-form-draft.ts'
import {
  type RecordForm,
  type RecordFormOptions,
  type Submission,
  useRecordForm,
  type FormRefusal,
} from '#ui/form/use-record-form.ts'
import { addRecord, changeRecord, isDeletedHere } from './commands.ts'
import { failureOf } from '#records/record-labels.ts'

type Shared = 'schema' | 'opened' | 'labels' | 'onSaved' | 'refusal'

type EntityFormOptions<Entity extends EntityName, Values extends FormValues, Parsed> = Pick<
  RecordFormOptions<Values, Parsed>,
  Shared
> & {
  entity: Entity
  /** The record to change; null for a new one. */
  record: RowOf[Entity] | null
  /** What a new record is created for, such as its parent's key; each has a draft of its own. */
  below?: string | undefined
  /** Names the drafts of a form with other fields than the record's usual form, or whose parent may change. */
  part?: string | undefined
  /** A new record's references, and values to show until the server's copy arrives. */
  made?: () => Pick<NewRecord, 'references' | 'shown'>
  /** The opened values as they are stored, if the form shows the fields differently. */
  asStored?: (opened: Values) => Fields
  /** Saves a form that has more than the record's own fields. */
  save?: (submission: Submission<Values, Parsed>) => Promise<FormRefusal | UpdateOutcome | void>
  /** Runs before changes of an existing record are saved, for what must be stored first. */
  beforeChange?: (key: LocalKey, changes: Fields) => Promise<void>
  /** Runs after saving, while form and draft still exist; `key` is missing if `save` created the record. */
  afterSave?: (parsed: Parsed, key: LocalKey | undefined) => void
}

/** The form of a record: stores typed values as a draft, and creates or changes the record on this device. */
export function useEntityForm<Entity extends EntityName, Values extends FormValues, Parsed extends object>({
  entity,
  record,
  below,
  part,
  made,
  asStored,
  save,
  beforeChange,
  afterSave,
  ...options
}: EntityFormOptions<Entity, Values, Parsed>): RecordForm<Values, Parsed> {
  const device = useDevice()
  const [drafts] = useState(() =>
    draftPort<Values>(device.owner, draftName({ entity, record, below, part }), device.database),
  )
  const failure = failureOf(entity, record === null ? 'create' : 'update')

  async function saveRecord(submission: Submission<Values, Parsed>): Promise<Saved> {
    if (save !== undefined) return { outcome: await save(submission), key: record?.key }
    const { opId, parsed } = submission
    if (record === null) return addRecord(device, entity, { opId, changes: parsed as Fields, ...made?.() })
    const opened = asStored?.(submission.opened) ?? submission.opened
    const changes = changedFields(opened, parsed)
    const { key, ...stored } = record
    await beforeChange?.(key, changes)
    // Includes what the form does not show, from which a deleted record is recreated.
    const known = { ...stored, ...changedFields(stored as Fields, opened) }
    const outcome = await changeRecord(device, entity, { opId, key, opened: known, changes })
    return { outcome, key }
  }

  return useRecordForm<Values, Parsed>({
    ...options,
    failure,
    makeOpId: device.ids.uuid,
    drafts,
    whileDirty: countDirtyForm,
    onFailure: storageErrorMessage,
    save: async (submission) => {
      const parent = record === null ? parentOf(entity, below) : null
      if (parent !== null && (await isDeletedHere(device.database, parent))) return deletedHere(parent.entity)
      const { outcome, key } = await saveRecord(submission)
      if (outcome === 'deleted') return deletedHere(entity)
      if (typeof outcome === 'object') return outcome
      afterSave?.(submission.parsed, key)
    },
  })
}

type Saved = { key: LocalKey | undefined; outcome?: FormRefusal | UpdateOutcome | void }

/** Returns the record whose deletion would also delete a new one. */
function parentOf(entity: EntityName, key: LocalKey | undefined): Reference | null {
  const { parent, references } = kinds[entity]
  const owner = entityNames.find((name) => kinds[name].cascades.some((child) => child.entity === entity))
  const of = parent === undefined ? owner : references[parent]
  return of === undefined || key === undefined ? null : { entity: of, key }
}

function deletedHere(entity: EntityName): FormRefusal {
  return { message: `This ${kinds[entity].word} was deleted on this device in the meantime.` }
}

type DraftName = {
  entity: EntityName
  record: { key: LocalKey } | null
  below: string | undefined
  part: string | undefined
}

/**
 * An updated app finds drafts by these names. The draft of a new showing from an older version is found on its listing's page:
 * on a client's page it could be another client's.
 */
function draftName({ entity, record, below, part }: DraftName): string {
  const name = kinds[entity].word.replace(' ', '-')
  if (record !== null) return `${name}:${part ?? 'edit'}:${record.key}`
  const of = part ?? below
  return of === undefined ? `${name}:new` : `${name}:new:${of}`
}

/** Returns the fields that differ, as they are stored. Outer spaces and a number in text form are no change. */
export function changedFields(before: Fields, parsed: object): Fields {
  return Object.fromEntries(
    Object.entries(parsed as Fields).filter(([name, value]) => !isSameValue(before[name], value)),
  )
}
