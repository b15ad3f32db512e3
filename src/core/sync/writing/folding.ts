import { kinds } from '#core/kinds/all-kinds.ts'
import type { Fields } from '#core/contract/json.ts'
import { isMention, referencesOf } from '#core/sync/records/references.ts'
import { isJsonEqual, type Operation } from '#core/sync/operation.ts'
import { isOfNewerFormat } from './upgrade-operation.ts'

/** True until an operation may have reached the server; only then may it change (fault F6), by a program that knows its format. */
export function isUnattempted(operation: Operation): boolean {
  if (isOfNewerFormat(operation)) return false
  return operation.attempt === null && operation.state !== 'sending' && operation.state !== 'unknown'
}

/**
 * Whether an update may go into the operation right before it. An operation that refers to this record needs only its
 * id, never its values, so it does not stand between them (fault F7).
 */
export function canFoldUpdate(previous: Operation, changes: Fields): boolean {
  if (!isUnattempted(previous) || previous.kind === 'delete') return false
  if (previous.state === 'conflict' || previous.state === 'attention') return false
  // Another device may make the record first, and then nothing of this create is written (fault C19).
  if (previous.isRestored === true) return false
  return !touchesUnfoldable(previous, changes)
}

/** Every step of some fields matters, so neither of two steps may vanish (fault F10). */
function touchesUnfoldable(previous: Operation, changes: Fields): boolean {
  const { unfoldableFields } = kinds[previous.entity]
  const steps = [...Object.keys(changes), ...(previous.kind === 'update' ? Object.keys(previous.changes) : [])]
  return steps.some((field) => unfoldableFields.includes(field))
}

type Later = Pick<Operation, 'changes' | 'references' | 'files' | 'base' | 'shown'>

/** The earlier operation with the later one's fields in it; it keeps the oldest base (faults F1, F2). */
export function foldUpdate<Earlier extends Operation>(previous: Earlier, later: Later): Earlier {
  const changes = { ...previous.changes, ...later.changes }
  return {
    ...previous,
    changes,
    references: referencesOf(previous.entity, changes, { ...previous.references, ...later.references }),
    files: { ...previous.files, ...later.files },
    shown: { ...previous.shown, ...later.shown },
    base: previous.kind === 'create' ? previous.base : { ...later.base, ...previous.base },
  }
}

/** An update without the fields that stand as they were before it (fault F9). */
export function withoutCancelledFields<Update extends Operation>(update: Update): Update {
  const changes = Object.fromEntries(
    Object.entries(update.changes).filter(([field, value]) => !isUnchanged(update.base, field, value)),
  )
  return { ...update, changes, references: referencesOf(update.entity, changes, update.references) }
}

function isUnchanged(base: Fields, field: string, value: Fields[string]): boolean {
  return field in base && isJsonEqual(base[field], value)
}

/** True for an update that has nothing left to say. */
export function isEmptyUpdate(
  operation: Pick<Operation, 'kind' | 'entity' | 'changes' | 'references' | 'files'>,
): boolean {
  return (
    operation.kind === 'update' &&
    Object.keys(operation.changes).length === 0 &&
    Object.keys(operation.references).every((field) => field === kinds[operation.entity].parent || isMention(field)) &&
    Object.keys(operation.files).length === 0
  )
}
