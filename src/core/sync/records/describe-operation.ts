import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import type { Fields } from '#core/contract/json.ts'
import { knownNumber } from '#core/domain/text/amounts.ts'
import { isText } from '#core/kinds/kind-labels.ts'
import type { RelatedRecords } from '#core/kinds/kind-of-record.ts'
import { isEmbeddedReference } from './references.ts'
import type { Operation } from '#core/sync/operation.ts'
import { formatDollars } from '#core/format/numbers.ts'

export type OperationWords = {
  /** Names the record, or the client or home that it belongs to: 'Eve Adams', '51 Aiken Way', 'Tour #2'. */
  title: string
  /** Such as 'New client', 'Changes Phone Number and Category', 'New showing on Nov 21, 2026, 10:45 AM with eve@example.com'. */
  what: string
}

export function describeOperation(
  operation: Pick<Operation, 'entity' | 'kind' | 'changes' | 'shown' | 'base' | 'references' | 'files'>,
  row: Fields | undefined,
  around: RelatedRecords = {},
): OperationWords {
  const known = { ...operation.base, ...operation.shown, ...operation.changes, ...row }
  const { title, titleSuffix } = kinds[operation.entity]
  return { title: title(known, around), what: `${whatHappens(operation, known)}${titleSuffix?.(known, around) ?? ''}` }
}

function whatHappens(
  { entity, kind, changes, base, references, files }: Parameters<typeof describeOperation>[0],
  known: Fields,
): string {
  const name = kinds[entity].nameOnScreenOf?.(known) ?? kinds[entity].nameOnScreen
  if (kind === 'create') return `New ${name}`
  if (kind === 'delete') return `Deletes the ${name}`
  const links = Object.keys(references).filter((field) => field !== kinds[entity].parent && !isEmbeddedReference(field))
  const all = [...Object.keys(changes), ...Object.keys(files), ...links]
  // An update without changes was made by a pull: the server no longer lists the record, and the agent decides about it.
  if (all.length === 0) return `Missing ${name}`
  const chosen = all.filter((field) => !isComputedField(entity, field))
  const change = kinds[entity].describeChange?.(chosen) ?? null
  if (change !== null) return change
  const named = chosen.length > 0 ? chosen : all
  return `Changes ${listed(named.map((field) => `${fieldLabel(field)}${fromTo(field, base, changes)}`))}`
}

/** Returns " from $525,000 to $515,000" for a price, " from Pending to Sold" for a status, and '' for other fields. */
function fromTo(field: string, base: Fields | null, changes: Fields): string {
  const [from, to] = [base?.[field], changes[field]]
  if (field === 'status' && isText(from) && isText(to)) return ` from ${from} to ${to}`
  if (field !== 'listing_price') return ''
  const [before, after] = [knownNumber(from), knownNumber(to)]
  return before === null || after === null ? '' : ` from ${formatDollars(before)} to ${formatDollars(after)}`
}

/** Whether the app computes this field, such as a tour's plan, or the client that an email address belongs to. */
export function isComputedField(entity: EntityName, field: string): boolean {
  return kinds[entity].mergeRules[field] === 'mine'
}

const specialLabels: Partial<Record<string, string>> = {
  zip_code: 'ZIP Code',
  feedback: 'Private Feedback',
  feedback_for_seller: 'Feedback for the Seller',
}

export function fieldLabel(field: string): string {
  const label = specialLabels[field]
  if (label !== undefined) return label
  return field
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}

function listed(names: string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}
