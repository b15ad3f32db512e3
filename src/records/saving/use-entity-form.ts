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
import { storageProblem } from '#storage/database/storage-problem.ts'
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
  /** What a new one is made for, such as the key of the record it belongs to; a draft for each is kept. */
  below?: string | undefined
  /** What its drafts are named by where the form has other fields of a record than its usual one, or may change what it is made for. */
  part?: string | undefined
  /** What a new one refers to, and what it shows until the server's copy arrives. */
  made?: () => Pick<NewRecord, 'references' | 'shown'>
  /** What the record had when the form opened, where its fields show it in other parts. */
  asStored?: (opened: Values) => Fields
  /** Saves the form where it is more than the record's own fields. */
  save?: (submission: Submission<Values, Parsed>) => Promise<FormRefusal | UpdateOutcome | void>
  /** What has to be on this device before a record that was there takes its changes. */
  beforeChange?: (key: LocalKey, changes: Fields) => Promise<void>
  /** After the record was saved on this device, with its key unless `save` made it; its form and draft are still there. */
  afterSave?: (parsed: Parsed, key: LocalKey | undefined) => void
}

/** The form of a record: what is typed is kept as a draft, and saving it makes or changes the record on this device. */
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
    // With what the form does not show, from which the record is made again if it is gone.
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
    onFailure: storageProblem,
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

/** The record that would take a new one along when it is deleted. */
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
 * Drafts are found by these names after an update of the app. What an older version kept of a new showing, wherever it
 * was begun, is found on its listing's page: on a client's page it could be what was typed for another client.
 */
function draftName({ entity, record, below, part }: DraftName): string {
  const name = kinds[entity].word.replace(' ', '-')
  if (record !== null) return `${name}:${part ?? 'edit'}:${record.key}`
  const of = part ?? below
  return of === undefined ? `${name}:new` : `${name}:new:${of}`
}

/** The fields that differ, as they are to be stored; spaces around a text, or a number that a form holds as text, are no change. */
export function changedFields(before: Fields, parsed: object): Fields {
  return Object.fromEntries(
    Object.entries(parsed as Fields).filter(([name, value]) => !isSameValue(before[name], value)),
  )
}
