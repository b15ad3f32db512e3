import type { HoldReason } from '#core/sync/sending/hold-policy.ts'
import { kinds, type EntityName } from '#core/kinds/all-kinds.ts'
import { formatPlainServerNotice } from '#core/kinds/format-plain-server-notice.ts'
import { fieldLabel, isComputedField } from '#core/sync/records/describe-operation.ts'
import { changedChildren, entityOfChildName } from '#core/sync/records/child-records.ts'
import type { MissingParent } from '#core/sync/resolving/missing-parent.ts'
import { type Conflict, type JournalEntry, type Operation, operationFormat } from '#core/sync/operation.ts'
import { canBeUndone } from '#core/sync/writing/undo-delete.ts'
import { type Children, formatChildCounts } from '#records/saving/children.ts'
import { formatClock, formatMoment, formatTime } from '#core/format/times.ts'
import type { Json } from '#core/contract/json.ts'
import { formatDateWithYear } from '#core/format/dates.ts'
import { formatDollars } from '#core/format/numbers.ts'

type AttemptFacts = Pick<Operation, 'madeAt' | 'attempts' | 'state'>

export function formatAttempts({ madeAt, attempts }: AttemptFacts, now: number): string {
  const made = `Made ${formatMoment(madeAt, now)}`
  if (attempts === 0) return made
  return `${made} · tried ${attempts === 1 ? 'once' : `${attempts} times`}`
}

/** For work whose parent was deleted on the server (fault E7). `canBeRecreated`: this device has the parent's last copy. */
export function formatMissingParent({ entity, canBeRecreated }: MissingParent): string {
  const name = kinds[entity].nameOnScreen
  const again = canBeRecreated ? `, or create the ${name} again` : ''
  return `Its ${name} was deleted on the server. You can move it to another ${name}${again}.`
}

/** Returns why a change waits or needs the agent; null if it just waits its turn. `heldBy` names the change that must be sent first. */
export function formatWaitReason(operation: Operation, heldBy: string | null, now: number): string | null {
  const { state, refusal, nextAt } = operation
  if (operation.format > operationFormat)
    return 'Made with a newer version of this app. It will be sent after you update.'
  if (canBeUndone(operation, now)) return 'Held for a few seconds so you can undo it.'
  const nextTry = nextAt > now ? ` Next try at ${formatClock(nextAt)}.` : ''
  switch (state) {
    case 'conflict':
      return conflictReason(operation, now)
    case 'attention':
      return refusal?.message ?? 'The server refused this.'
    case 'blocked':
      return `Waits until ${heldBy ?? 'an earlier change'} is resolved.`
    case 'unknown':
      return `${unclearReason(operation)} It is checked before it is sent again, so nothing is doubled.${nextTry}`
    case 'needs-login':
      return 'Waits until you log in again.'
    case 'waiting':
      return `${refusal?.message ?? ''}${nextTry}`.trim() || null
    default:
      return heldBy === null ? null : `Will be sent after ${heldBy}.`
  }
}

/** Includes the server's message, so that the agent can report it. */
function unclearReason({ refusal }: Operation): string {
  return refusal === null || refusal.status === null ? 'Sent, but no clear answer came back.' : refusal.message
}

function conflictReason(operation: Operation, now: number): string {
  const { conflict, entity, kind, changes, files, refusal } = operation
  if (conflict === null) return 'Changed in two places.'
  if (refusal !== null) return refusal.message
  if (conflict.theirs === null && Object.keys(changes).length + Object.keys(files).length === 0)
    return 'The server confirmed it earlier but no longer has it.'
  const elsewhere = conflict.isHere === true ? 'in another window' : 'on the server'
  if (conflict.theirs === null) return `Deleted ${elsewhere} while you changed it here.`
  const noticed = formatMoment(conflict.at, now)
  if (kind === 'delete') {
    const { theirs } = conflict
    const currentValues = conflict.fields
      .filter((field) => !isComputedField(entity, field))
      .map((field) => `${fieldLabel(field)} is now ${ellipsize(fieldText(entity, field, theirs[field]))}`)
    const changedChildrenText = changesBelow(operation, conflict)
    const changed =
      changedChildrenText === null
        ? `Changed on the server after you deleted it here; noticed ${noticed}.`
        : `After you deleted it here, another device added or changed ${changedChildrenText}; noticed ${noticed}.`
    return currentValues.length === 0 ? changed : `${changed} ${listed(currentValues)}.`.replace(/([.…])\.$/, '$1')
  }
  return `Also changed ${elsewhere}; noticed ${noticed}. Choose which ${listed(conflict.fields.map(fieldLabel))} to keep.`
}

/** Counts the children of a deleted record that another device added or changed: '2 showings and 1 visitor' (fault G24); null without any. */
function changesBelow({ below: seenChildren }: Operation, { below: childrenNow = {} }: Conflict): string | null {
  const counts: Children = {}
  for (const entity of changedChildren(seenChildren ?? childrenNow, childrenNow).map(entityOfChildName))
    counts[entity] = (counts[entity] ?? 0) + 1
  return formatChildCounts(counts)
}

const shortLength = 120

export function ellipsize(text: string): string {
  return text.length <= shortLength ? text : `${text.slice(0, shortLength - 1).trimEnd()}…`
}

function listed(names: string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}

export function formatHoldReason(why: HoldReason, { entity, kind }: Pick<Operation, 'entity' | 'kind'>): string {
  if (why === 'photo') return 'Waits for another connection, or until you press Send photos now.'
  if (why === 'kiosk') return 'Waits until you leave the kiosk.'
  return formatPlainServerNotice(entity, kind) ?? 'Stays on this device: your office’s server does not keep it.'
}

export function formatSettledChange(entry: JournalEntry, now: number): string {
  const { note, kind, settledAt, changes, version } = entry
  const at = formatMoment(settledAt, now)
  switch (note) {
    case 'merged':
      // A deletion leaves nothing to merge.
      return kind === 'delete' ? `Sent ${at}` : `Sent ${at}, merged with a change on the server`
    case 'adopted':
      return `Sent ${at}, found on the server after a lost answer`
    case 'nothing-to-send':
      // A pull adds an operation without changes when the server no longer lists a record. The server has this one again.
      if (version === null && Object.keys(changes).length === 0)
        return `It is on the server again, ${at}. Nothing is left to do.`
      return version === null ? `The server had it already, ${at}` : `Nothing left to send, ${at}`
    case 'discarded':
      return `Discarded ${at}`
    default:
      return `Sent ${at}`
  }
}

/** Formats a field's value; secrets are hidden. */
export function fieldText(entity: EntityName, field: string, value: Json | undefined): string {
  return isSecret(entity, field) && value !== '' && typeof value === 'string'
    ? 'not shown here'
    : fieldValue(field, value)
}

export function isSecret(entity: EntityName, field: string): boolean {
  return kinds[entity].secrets?.includes(field) === true
}

/** Formats a field's value, secrets included. */
export function fieldValue(field: string, value: Json | undefined): string {
  if (value === null || value === undefined || value === '') return 'Nothing'
  if (field.endsWith('price') && Number.isFinite(Number(value))) return formatDollars(Number(value))
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'string' && field.endsWith('date')) return formatDateWithYear(value)
  if (typeof value === 'string' && field.endsWith('time') && isTime(value)) return formatTime(value)
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.length === 0 ? 'Nothing' : value.map((one) => fieldValue('', one)).join(', ')
  return Object.entries(value)
    .map(([name, inside]) => `${fieldLabel(name)}: ${fieldValue(name, inside)}`)
    .join(' · ')
}

/** Other servers may send an invalid time, which is shown as it is. */
function isTime(value: string): boolean {
  return /^\d{1,2}:\d{2}(:\d{2})?$/.test(value)
}
