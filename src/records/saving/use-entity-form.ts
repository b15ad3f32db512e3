import { useState } from 'react'
import { entityNames, type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import type { Fields } from '#core/contract/json.ts'
import type { LocalKey, Reference } from '#core/sync/operation.ts'
import { isSameValue } from '#core/sync/records/same-value.ts'
import type { NewRecord } from '#core/sync/writing/create-record.ts'
import type { UpdateOutcome } from '#core/sync/writing/update-record.ts'
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
import { failureMessageOf } from '#records/record-labels.ts'

type Shared = 'schema' | 'opened' | 'labels' | 'onSaved' | 'refusal'

type EntityFormOptions<Entity extends EntityName, Values extends FormValues, Parsed> = Pick<
  RecordFormOptions<Values, Parsed>,
  Shared
> & {
  entity: Entity
  /** The record to change; null for a new one. */
  record: RowOf[Entity] | null
  /** What a new record is created for, usually the key of its parent. Each value has its own draft. */
  createdFor?: string | undefined
  /** Names the draft instead of `createdFor`, for a form with other fields than the record's usual form, or whose parent may change. */
  draftName?: string | undefined
  /** Called when a new record is saved: its references, and values to show until the server's copy arrives. */
  newRecordExtras?: () => Pick<NewRecord, 'references' | 'shown'>
  /** Converts the initial values to the record's fields, if the form shows them differently, such as an address apart from its unit. */
  asStored?: (opened: Values) => Fields
  /** Replaces the default saving, for a form that has more than the record's own fields. */
  save?: (submission: Submission<Values, Parsed>) => Promise<FormRefusal | UpdateOutcome | void>
  /** Runs before changes to an existing record are saved, to change other records first. */
  beforeChange?: (key: LocalKey, changes: Fields) => Promise<void>
  /** Runs after saving, while form and draft still exist; `key` is missing if `save` created the record. */
  afterSave?: (parsed: Parsed, key: LocalKey | undefined) => void
}

/** Returns the state of a form for one record. It stores typed values as a draft, and creates or changes the record on this device. */
export function useEntityForm<Entity extends EntityName, Values extends FormValues, Parsed extends object>({
  entity,
  record,
  createdFor,
  draftName: customName,
  newRecordExtras,
  asStored,
  save,
  beforeChange,
  afterSave,
  ...options
}: EntityFormOptions<Entity, Values, Parsed>): RecordForm<Values, Parsed> {
  const device = useDevice()
  const [drafts] = useState(() =>
    draftPort<Values>(device.owner, nameOfDraft({ entity, record, createdFor, customName }), device.database),
  )
  const failure = failureMessageOf(entity, record === null ? 'create' : 'update')

  async function saveRecord(submission: Submission<Values, Parsed>): Promise<Saved> {
    if (save !== undefined) return { outcome: await save(submission), key: record?.key }
    const { opId, parsed } = submission
    if (record === null) return addRecord(device, entity, { opId, changes: parsed as Fields, ...newRecordExtras?.() })
    const opened = asStored?.(submission.opened) ?? submission.opened
    const changes = changedFields(opened, parsed)
    const { key, ...stored } = record
    await beforeChange?.(key, changes)
    // Includes fields that the form does not show: if the record was deleted elsewhere, it is recreated from them.
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
      const parent = record === null ? parentOf(entity, createdFor) : null
      if (parent !== null && (await isDeletedHere(device.database, parent))) return deletedHere(parent.entity)
      const { outcome, key } = await saveRecord(submission)
      if (outcome === 'deleted') return deletedHere(entity)
      if (typeof outcome === 'object') return outcome
      afterSave?.(submission.parsed, key)
    },
  })
}

type Saved = { key: LocalKey | undefined; outcome?: FormRefusal | UpdateOutcome | void }

/** Returns the parent, whose deletion also deletes the new record; null if there is none. */
function parentOf(entity: EntityName, key: LocalKey | undefined): Reference | null {
  const { parent, references } = kinds[entity]
  const owner = entityNames.find((name) => kinds[name].deletedWithRecord.some((child) => child.entity === entity))
  const of = parent === undefined ? owner : references[parent]
  return of === undefined || key === undefined ? null : { entity: of, key }
}

function deletedHere(entity: EntityName): FormRefusal {
  return { message: `This ${kinds[entity].nameOnScreen} was deleted on this device in the meantime.` }
}

type DraftName = {
  entity: EntityName
  record: { key: LocalKey } | null
  createdFor: string | undefined
  customName: string | undefined
}

/**
 * These names must not change: an updated app finds older drafts by them. Older versions stored every new showing under its
 * listing's key, so such a draft appears only on the listing's page: on a client's page it could be another client's.
 */
function nameOfDraft({ entity, record, createdFor, customName }: DraftName): string {
  const name = kinds[entity].nameOnScreen.replace(' ', '-')
  if (record !== null) return `${name}:${customName ?? 'edit'}:${record.key}`
  const of = customName ?? createdFor
  return of === undefined ? `${name}:new` : `${name}:new:${of}`
}

/** Returns the fields of `parsed` that differ from `before`. "250" equals 250, and outer spaces do not count. */
export function changedFields(before: Fields, parsed: object): Fields {
  return Object.fromEntries(
    Object.entries(parsed as Fields).filter(([name, value]) => !isSameValue(before[name], value)),
  )
}
