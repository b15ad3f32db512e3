import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import type { LocalKey, Operation, Refusal } from '#core/sync/operation.ts'
import { useIsPlainServer } from '#state/connection.ts'
import { useDevice, useOutboxMark } from '#storage/device/device-context.tsx'
import { mirrorTable } from '#storage/database/device-database.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { isDeletedHere } from '#records/saving/commands.ts'
import { Link } from '@tanstack/react-router'
import { waitsForAgent } from '#core/sync/sending/record-queue.ts'
import { SyncMark } from '#ui/feedback/badge.tsx'
import styles from './record-notice.module.css'
import { formatPlainServerNotice } from '#core/kinds/format-plain-server-notice.ts'

type RecordNoticeProps = {
  entity: EntityName
  recordKey: LocalKey
  /** The kind of the new record that the form creates; its parent is this record. */
  newChildKind?: EntityName
}

/** Warns in an open form that its record or parent was deleted (fault G4), or that an earlier change is in conflict. */
export function RecordNotice({ entity, recordKey, newChildKind }: RecordNoticeProps) {
  const { database } = useDevice()
  const exists = useLiveQuery(
    async () => (await mirrorTable(database, entity).get(recordKey)) !== undefined,
    [database, entity, recordKey],
  )
  // Then the new record cannot be moved: a deletion on this device also deletes the unsent records that belong to this one.
  const isDeletedOnDevice = useLiveQuery(
    () => isDeletedHere(database, { entity, key: recordKey }),
    [database, entity, recordKey],
  )
  const isPlain = useIsPlainServer()
  const stuck = useStuckChange(entity, recordKey)
  if (exists !== false) return newChildKind === undefined && stuck?.conflict ? <StuckChange change={stuck} /> : null
  const { nameOnScreen } = kinds[entity]
  // On a plain server, a kind that it cannot store is never sent, so the new record could not be moved in the Outbox.
  const isSent = newChildKind !== undefined && !(isPlain && kinds[newChildKind].onPlainServers.list === 'none')
  const canMove = isSent && isDeletedOnDevice === false
  return (
    <Banner tone="warning" role="status">
      This {nameOnScreen} was deleted while you were {newChildKind === undefined ? 'editing it' : 'typing'}.{' '}
      {canMove
        ? `Save, and you can move it to another ${nameOnScreen} in the Outbox.`
        : 'What you typed stays here until you leave.'}
    </Banner>
  )
}

/** Shows on a record's page that a change needs the agent's attention, with a link to the Outbox (fault H2). */
export function NeedsAttention({ entity, recordKey }: { entity: EntityName; recordKey: LocalKey }) {
  const stuck = useStuckChange(entity, recordKey)
  return stuck ? <StuckChange change={stuck} /> : null
}

function StuckChange({ change }: { change: Operation }) {
  return (
    <Banner tone="warning">
      {formatReason(change)} <Link to="/outbox">Decide in the Outbox</Link>
    </Banner>
  )
}

function formatReason({ entity, conflict, refusal }: Operation): string | undefined {
  if (conflict === null) return refusal?.message
  const { nameOnScreen } = kinds[entity]
  if (conflict.theirs !== null) return `This ${nameOnScreen} was changed in two places.`
  return `This ${nameOnScreen} was deleted ${conflict.isHere === true ? 'in another window' : 'elsewhere'} while you changed it here.`
}

/** Returns the record's first change that needs the agent's attention (fault H2): undefined while loading, null if there is none. */
function useStuckChange(entity: EntityName, key: LocalKey): Operation | null | undefined {
  const { database } = useDevice()
  return useLiveQuery(async () => {
    const operations = await database.outbox.where('[entity+key]').equals([entity, key]).toArray()
    return operations.find(waitsForAgent) ?? null
  }, [database, entity, key])
}

/** Returns the refusal of the record's rejected change, to show in the form (fault H2): undefined while loading, null without one. */
export function useRefusal(entity: EntityName, key: LocalKey): Refusal | null | undefined {
  const stuck = useStuckChange(entity, key)
  return stuck && stuck.refusal
}

/** Returns a rejected change of one of these records (fault H2), or null. */
export function useRefusedOperation(records: readonly (readonly [EntityName, LocalKey])[]): Operation | null {
  const { database } = useDevice()
  const refused = useLiveQuery(
    () =>
      database.outbox
        .where('[entity+key+state]')
        .anyOf(records.map((record) => [...record, 'attention']))
        .first(),
    [database, records.join(' ')],
  )
  return refused ?? null
}

/** Shows the state of a record's unsent changes. Renders nothing if there are none. */
export function RecordMark({ entity, recordKey }: { entity: EntityName; recordKey: LocalKey }) {
  const mark = useOutboxMark(entity, recordKey)
  return mark === null ? null : <SyncMark state={mark} />
}

/** Shows that a plain server cannot store such records, so that they stay on this device. */
export function StoredOnlyHereNote({ what }: { what: string }) {
  const isPlain = useIsPlainServer()
  if (!isPlain) return null
  return <p className={styles.words}>Your office’s server does not keep {what}. They stay on this device.</p>
}

type NotSentNoteProps = { entity: EntityName; work: 'create' | 'update' }

/** Shows in a form that the agent's server has no call that saves the form's record. Renders nothing if the server has one. */
export function NotSentNote({ entity, work }: NotSentNoteProps) {
  const isPlain = useIsPlainServer()
  const words = isPlain ? formatPlainServerNotice(entity, work) : null
  return words && <p className={styles.words}>{words}</p>
}
