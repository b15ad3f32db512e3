import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import type { LocalKey, Operation, Refusal } from '#core/sync/operation.ts'
import { useIsPlainServer } from '#state/connection.ts'
import { useDevice, useOutboxMark } from '#storage/device/device-context.tsx'
import { mirrorTable } from '#storage/database/device-database.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { isDeletedHere } from '#records/saving/commands.ts'
import { Link } from '@tanstack/react-router'
import { isStuck } from '#core/sync/sending/record-queue.ts'
import { SyncMark } from '#ui/feedback/badge.tsx'
import styles from './record-notice.module.css'
import { formatPlainServerNotice } from '#core/kinds/format-plain-server-notice.ts'

type RecordNoticeProps = {
  entity: EntityName
  recordKey: LocalKey
  /** The kind of the new record that the form creates below this one. */
  below?: EntityName
}

/** Warns in an open form that its record or parent was deleted (fault G4), or that an earlier change is in conflict. */
export function RecordNotice({ entity, recordKey, below }: RecordNoticeProps) {
  const { database } = useDevice()
  const isThere = useLiveQuery(
    async () => (await mirrorTable(database, entity).get(recordKey)) !== undefined,
    [database, entity, recordKey],
  )
  // A deletion on this device also deletes what waits below the record.
  const takesAlong = useLiveQuery(
    () => isDeletedHere(database, { entity, key: recordKey }),
    [database, entity, recordKey],
  )
  const isPlain = useIsPlainServer()
  const stuck = useStuckChange(entity, recordKey)
  if (isThere !== false) return below === undefined && stuck?.conflict ? <StuckChange change={stuck} /> : null
  const { word } = kinds[entity]
  // A plain server never receives a kind that it has no place for, and so never reports a missing record.
  const isSent = below !== undefined && !(isPlain && kinds[below].onPlainServers.list === 'none')
  const canMove = isSent && takesAlong === false
  return (
    <Banner tone="warning" role="status">
      This {word} was deleted while you were {below === undefined ? 'editing it' : 'typing'}.{' '}
      {canMove
        ? `Save, and you can move it to another ${word} in the Outbox.`
        : 'What you typed stays here until you leave.'}
    </Banner>
  )
}

/** Shows on a record's page that a change waits for the agent, with a link to it (fault H2). */
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
  const { word } = kinds[entity]
  if (conflict.theirs !== null) return `This ${word} was changed in two places.`
  return `This ${word} was deleted ${conflict.isHere === true ? 'in another window' : 'elsewhere'} while you changed it here.`
}

/** The record's first change that waits for the agent (fault H2); `undefined` while it is read, `null` if there is none. */
function useStuckChange(entity: EntityName, key: LocalKey): Operation | null | undefined {
  const { database } = useDevice()
  return useLiveQuery(async () => {
    const chain = await database.outbox.where('[entity+key]').equals([entity, key]).toArray()
    return chain.find(isStuck) ?? null
  }, [database, entity, key])
}

/** Why the server refused the record's last change, to mark it in the form (fault H2); as `useStuckChange`. */
export function useRefusal(entity: EntityName, key: LocalKey): Refusal | null | undefined {
  const stuck = useStuckChange(entity, key)
  return stuck && stuck.refusal
}

/** A change of these records that the server refused (fault H2), or null. */
export function useRefused(records: readonly (readonly [EntityName, LocalKey])[]): Operation | null {
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

/** Shows the state of a record's unsent changes; nothing if all of it is on the server. */
export function RecordMark({ entity, recordKey }: { entity: EntityName; recordKey: LocalKey }) {
  const mark = useOutboxMark(entity, recordKey)
  return mark === null ? null : <SyncMark state={mark} />
}

/** Says that a plain server has no place for such records, so that they stay on this device. */
export function StoredOnlyHereNote({ what }: { what: string }) {
  const isPlain = useIsPlainServer()
  if (!isPlain) return null
  return <p className={styles.words}>Your office’s server does not keep {what}. They stay on this device.</p>
}

type StaysHereProps = { entity: EntityName; work: 'create' | 'update' }

/** Says in a form that the agent's server has no call to save it; nothing if it has one. */
export function NotSentNote({ entity, work }: StaysHereProps) {
  const isPlain = useIsPlainServer()
  const words = isPlain ? formatPlainServerNotice(entity, work) : null
  return words && <p className={styles.words}>{words}</p>
}
