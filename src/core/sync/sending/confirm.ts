import type { Success } from '#core/sync/requests/answers.ts'
import { versionOf, pick } from '#core/sync/records/record-fields.ts'
import { kinds } from '#core/kinds/all-kinds.ts'
import { isUnattempted } from '#core/sync/writing/update-record.ts'
import { type Fields, fieldsOf } from '#core/contract/json.ts'
import { localOverrideOf } from '#core/sync/records/local-overrides.ts'
import { journalEntry } from '#core/sync/records/journal-entry.ts'
import { idOfKey, isLocalKey } from '#core/sync/records/keys.ts'
import { storeNewestVersion } from '#core/sync/records/newest-version.ts'
import { moveOperations } from '#core/sync/records/move-references.ts'
import { blobKeysOf, isJsonEqual, type JournalEntry, type Operation } from '#core/sync/operation.ts'
import type { IdMapping, Base, ReplicaTransaction } from '#core/sync/ports.ts'
import { patchMissingFields } from './patch-missing-fields.ts'
import { rebase, withNestedLocalChanges, writtenFields } from '#core/sync/records/rebase.ts'
import { isMainPhotoCall } from './rest-calls.ts'
import { isSameValue } from '#core/sync/records/same-value.ts'
import type { SendingContext } from './sending-context.ts'
import {
  isOlder,
  isOtherRecord,
  unmapId,
  putServerCopy,
  replacePhotos,
  serverCopyOf,
  toRecord,
} from '#core/sync/records/server-copy.ts'

/** Confirms a success, however late and in whichever tab or worker it arrives (fault B5), unless a corrected revision has replaced it. */
export async function settleSuccess(
  tx: ReplicaTransaction,
  sending: SendingContext,
  operation: Operation,
  answer: Success,
  note: JournalEntry['note'],
): Promise<void> {
  const current = await tx.operation(operation.seq)
  if (current?.revision === operation.revision) await confirm(tx, sending, current, answer, note)
}

type Confirmation = Partial<Success> & Pick<Success, 'record' | 'version'>

/** Settles a confirmed operation: id mapping, base, journal and row together (fault E2). Later operations on the record stay queued (F8). */
export async function confirm(
  tx: ReplicaTransaction,
  sending: SendingContext,
  operation: Operation,
  answer: Confirmation,
  note: JournalEntry['note'],
): Promise<void> {
  const { entity, key } = operation
  if (answer.assignedVersion != null) await storeNewestVersion(tx, answer.assignedVersion, answer.sentVersions ?? [])
  const settledAt = sending.ports.clock.now()
  await tx.addToJournal(await journalEntry(tx, operation, { note, settledAt }, answer))
  await tx.deleteOperations([operation.seq])
  // The files of a create are stored until they expire, because a restored server may need them again (fault C19).
  const mayBeRequeued = operation.kind === 'create' && sending.capabilities.feed
  if (!mayBeRequeued) await tx.deleteFiles(blobKeysOf(operation))
  if (isMainPhotoCall(operation, sending.capabilities)) await confirmMainPhoto(tx, operation, answer)
  else if (operation.kind === 'delete') await confirmDelete(tx, sending, operation)
  else await confirmWrite(tx, sending, operation, answer)
  await rebase(tx, entity, key)
}

/** Removes an operation from the outbox without sending it. The record is unchanged. */
export async function settleWithoutEffect(
  tx: ReplicaTransaction,
  { ports }: WithClock,
  operation: Operation,
): Promise<void> {
  const settledAt = ports.clock.now()
  await tx.addToJournal(await journalEntry(tx, operation, { note: 'nothing-to-send', settledAt }))
  await tx.deleteOperations([operation.seq])
  await tx.deleteFiles(blobKeysOf(operation))
  await rebase(tx, operation.entity, operation.key)
}

type WithClock = { ports: Pick<SendingContext['ports'], 'clock'> }

async function confirmDelete(
  tx: ReplicaTransaction,
  sending: SendingContext,
  { entity, key }: Operation,
): Promise<void> {
  // If a create is queued, it recreates the record; other queued operations no longer have a base to apply to.
  await tx.putBase({ entity, key, record: null, version: null, gone: true })
  await settleChildOperations(tx, sending, entity, key)
}

/** Drops unsent operations on the children of a record that the agent deleted (fault E10). */
async function settleChildOperations(
  tx: ReplicaTransaction,
  sending: SendingContext,
  entity: Operation['entity'],
  key: string,
): Promise<void> {
  for (const child of kinds[entity].deletedWithRecord) {
    for (const row of await tx.rowsReferringTo(child.entity, child.field, key)) {
      await settleChildOperations(tx, sending, child.entity, row.key)
      const queue = await tx.recordQueue(child.entity, row.key)
      if (!queue.every(isUnattempted)) continue
      for (const operation of queue) await settleWithoutEffect(tx, sending, operation)
    }
  }
}

async function confirmWrite(
  tx: ReplicaTransaction,
  sending: SendingContext,
  operation: Operation,
  answer: Confirmation,
): Promise<void> {
  const { entity, key } = operation
  const { capabilities } = sending
  // The answer to a corrected create may be the record of an earlier revision or of another device, perhaps changed since.
  const mayHaveExisted = operation.kind === 'create' && operation.revision > 1 && capabilities.keys
  const before = await tx.base(entity, key)
  const wire = answer.record === null ? null : await toRecord(tx, entity, answer.record)
  if (operation.kind === 'create' && wire !== null && wire.id !== null) {
    const id = await assignServerId(tx, sending, operation, { id: wire.id, record: wire.record })
    if (id === 'another-key') return
  } else if (wire !== null && wire.id !== null && isLocalKey(key) && !(await tx.mappingOfKey(entity, key))) {
    // The device had lost the mapping. The next pull brings this record under its id.
    await tx.putMapping({ entity, key, id: wire.id })
  }
  const version = answer.version ?? versionOf(answer.record) ?? before?.version ?? null
  if (answer.isGone === true) {
    const last = before?.record ?? { ...sentFields(operation), ...wire?.record }
    await tx.putBase({ entity, key, record: last, version: null, gone: true })
  } else if (!hasNewerBase(before, version)) {
    const answered = wire?.record ?? {}
    const known = withAnswer(entity, { ...before?.record, ...sentFields(operation) }, answered)
    const record = await (
      await withNestedLocalChanges(tx, entity)
    )({ ...known, ...localOverrideOf(operation, answered) })
    const base: Base = { entity, key, record: version === null ? record : { ...record, version }, version }
    await tx.putBase(base)
    if (answer.isRecordAsWritten === true && !mayHaveExisted) await adjustLaterOperations(tx, operation, record)
  }
  // A create that recovery sends again (`isRestored`) may find the record that another device sent first, which is not corrected.
  if (mayHaveExisted && operation.isRestored !== true) {
    await patchMissingFields(
      tx,
      sending,
      operation,
      // The record in the answer itself: `answer.record` may have been read later.
      answer.isRecordAsWritten === true ? answer.record : (answer.recordInAnswer ?? null),
    )
  }
  if (!capabilities.photos && entity === 'listing' && wire?.images) {
    await replacePhotos(tx, key, wire.images)
  }
}

/** True if a pull has already brought a newer copy of the record, or its deletion (fault C29). */
function hasNewerBase(before: Base | undefined, version: string | null): boolean {
  if (before === undefined || before.version === null) return false
  return before.gone === true ? !isOlder(before.version, version) : isOlder(version, before.version)
}

/** The fields that the operation wrote, and copies for screens (`shown`, never sent) that the answer may lack. */
function sentFields(operation: Operation): Fields {
  const { shown, kind, entity } = operation
  return { ...(kind === 'create' ? shown : nestedIn(entity, shown)), ...writtenFields(operation) }
}

/** The nested copies of other records that an update changed. A server without extensions leaves them out of its answer. */
function nestedIn(entity: Operation['entity'], shown: Fields): Fields {
  const names = (kinds[entity].nested ?? []).filter((name) => name in shown)
  return pick(shown, names)
}

/** Merges the answer into the known record. A bare id does not replace a nested record. */
function withAnswer(entity: Operation['entity'], known: Fields, answer: Fields): Fields {
  const record = { ...known, ...answer }
  for (const field of Object.keys(kinds[entity].references)) {
    const nested = fieldsOf(known[field])
    if (nested !== null && fieldsOf(answer[field]) === null) record[field] = nested
  }
  return record
}

/** Puts values that the server changed, such as trimmed text, into the bases of later operations (faults F8, G12). */
async function adjustLaterOperations(tx: ReplicaTransaction, confirmed: Operation, record: Fields): Promise<void> {
  for (const later of await tx.recordQueue(confirmed.entity, confirmed.key)) {
    const changedByServer = Object.entries(confirmed.changes).flatMap(([field, sent]) => {
      const stored = record[field] ?? null
      const isReplaced = field in later.base && isSameValue(later.base[field], sent)
      return isReplaced && !isJsonEqual(later.base[field], stored) ? [[field, stored] as const] : []
    })
    if (changedByServer.length === 0) continue
    await tx.putOperation({ ...later, base: { ...later.base, ...Object.fromEntries(changedByServer) } })
  }
}

/** Maps the key to the server's id. If another key has it (a property at the same address), operations and references move there. */
async function assignServerId(
  tx: ReplicaTransaction,
  { capabilities }: SendingContext,
  { entity, key }: Operation,
  { id, record }: { id: number; record: Fields },
): Promise<'given' | 'another-key'> {
  const known = await tx.mappingOfId(entity, id)
  const holder = known?.key ?? String(id)
  if (holder !== key && (await isOtherRecord(tx, entity, holder, record))) {
    // The server was restored and has given the id of this other record to the new one.
    if ((await idOfKey(tx, entity, holder)) === id) await unmapId(tx, entity, holder, capabilities.feed)
  } else if (known !== undefined && holder !== key) {
    await moveOperations(tx, { entity, from: key, to: holder })
    return 'another-key'
  }
  await tx.putMapping({ entity, key, id })
  await removePulledRow(tx, { entity, key, id })
  return 'given'
}

/** Removes the row that a pull stored under the server's id before this create was confirmed. */
async function removePulledRow(tx: ReplicaTransaction, { entity, key, id }: IdMapping): Promise<void> {
  const pulledKey = String(id)
  if (key === pulledKey || (await tx.row(entity, pulledKey)) === undefined) return
  // After the server was restored, another record may have this key.
  if ((await idOfKey(tx, entity, pulledKey)) !== id) return
  if ((await tx.recordQueue(entity, pulledKey)).length === 0) await tx.deleteRows(entity, [pulledKey])
}

/** Settles a main photo on a plain server, which answers with the listing: the photo is the image that this device does not have yet. */
async function confirmMainPhoto(tx: ReplicaTransaction, operation: Operation, answer: Confirmation): Promise<void> {
  const listingKey = operation.references['listing']?.key
  if (operation.kind === 'delete') {
    await tx.putBase({ entity: 'listing_image', key: operation.key, record: null, version: null, gone: true })
  }
  if (listingKey === undefined || answer.record === null) return
  const { record, images } = await toRecord(tx, 'listing', answer.record)
  if (images !== null) {
    const known = await tx.rowsReferringTo('listing_image', 'listing', listingKey)
    const knownIds = new Set(known.map(({ id }) => id))
    const added = images.filter(({ id }) => typeof id === 'number' && !knownIds.has(id))
    const photo = added.find((image) => image['is_primary'] === true) ?? added.at(-1)
    if (operation.kind === 'create' && photo !== undefined) {
      await tx.putMapping({ entity: 'listing_image', key: operation.key, id: Number(photo['id']) })
      const row = { ...sentFields(operation), ...photo, listing_key: listingKey }
      await tx.putBase({ entity: 'listing_image', key: operation.key, record: row, version: null })
    }
    await replacePhotos(tx, listingKey, images)
  } else if (operation.kind === 'create') {
    const url = record['photo_main']
    const row = { ...sentFields(operation), image: typeof url === 'string' ? url : '' }
    await tx.putBase({ entity: 'listing_image', key: operation.key, record: row, version: null })
  }
  const before = (await serverCopyOf(tx, 'listing', listingKey)) ?? {}
  const { key: _, ...known } = before
  await putServerCopy(tx, 'listing', listingKey, withAnswer('listing', known, record), null)
}
