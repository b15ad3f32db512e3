import { kinds } from '#core/kinds/all-kinds.ts'
import type { Fields } from '#core/contract/json.ts'
import { isEmbeddedReference, referencesOf } from '#core/sync/records/references.ts'
import { isJsonEqual, type Operation } from '#core/sync/operation.ts'
import { isOfNewerFormat } from './upgrade-operation.ts'

/** True if an operation cannot have reached the server and has a known format: only then may it change (faults F6, J3). */
export function isUnattempted(operation: Operation): boolean {
  if (isOfNewerFormat(operation)) return false
  return operation.attempt === null && operation.state !== 'sending' && operation.state !== 'unknown'
}

/**
 * Whether an update can be folded into the previous operation of its record queue. Operations of other records that were queued in
 * between do not matter: they need only this record's id (fault F7).
 */
export function canFoldUpdate(previous: Operation, changes: Fields): boolean {
  if (!isUnattempted(previous) || previous.kind === 'delete') return false
  if (previous.state === 'conflict' || previous.state === 'attention') return false
  // If another device has restored the lost record first, this create writes nothing, and changes folded into it would be lost (fault C19).
  if (previous.isRestored === true) return false
  return !touchesUnfoldable(previous, changes)
}

/** Whether one of the changes is to a field whose every value matters, so that two changes must not become one (fault F10). */
function touchesUnfoldable(previous: Operation, changes: Fields): boolean {
  const { unfoldableFields } = kinds[previous.entity]
  const steps = [...Object.keys(changes), ...(previous.kind === 'update' ? Object.keys(previous.changes) : [])]
  return steps.some((field) => unfoldableFields.includes(field))
}

/** `shown`: values that screens show until the server's copy of the record arrives. */
type Later = Pick<Operation, 'changes' | 'references' | 'files' | 'base' | 'shown'>

/** Adds the later fields to the earlier operation, whose older base remains (faults F1, F2). */
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

/** Returns the update without fields that are back at their old value (fault F9). */
export function withoutCancelledFields<Update extends Operation>(update: Update): Update {
  const changes = Object.fromEntries(
    Object.entries(update.changes).filter(([field, value]) => !isUnchanged(update.base, field, value)),
  )
  return { ...update, changes, references: referencesOf(update.entity, changes, update.references) }
}

function isUnchanged(base: Fields, field: string, value: Fields[string]): boolean {
  return field in base && isJsonEqual(base[field], value)
}

/**
 * Whether an update changes nothing. Its embedded references and the one to its parent do not count: they are always listed, and `changes`
 * has a real change of them.
 */
export function isEmptyUpdate(
  operation: Pick<Operation, 'kind' | 'entity' | 'changes' | 'references' | 'files'>,
): boolean {
  return (
    operation.kind === 'update' &&
    Object.keys(operation.changes).length === 0 &&
    Object.keys(operation.references).every(
      (field) => field === kinds[operation.entity].parent || isEmbeddedReference(field),
    ) &&
    Object.keys(operation.files).length === 0
  )
}
