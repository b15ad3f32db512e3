import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import { answersAlike } from './entity-calls.ts'
import type { Fields } from '#core/contract/json.ts'
import type { Operation } from '#core/sync/operation.ts'
import { pick } from '#core/sync/pick.ts'
import { isSameValue } from './same-value.ts'

/** Where a row keeps what the agent was shown of a field that the server made up differently. */
function shownHereField(field: string): string {
  return `${field}_shown_here`
}

/** True for fields that no server is ever sent. */
export function isLocalOverride(field: string): boolean {
  return field.endsWith('_shown_here')
}

/** A server's copy with what this device knows and the copy does not mention: a plain server keeps no run of a tour. */
export function withLocalOverrides(entity: EntityName, record: Fields, known: Fields | null | undefined): Fields {
  const { extensions = [], told, goesWith = {} } = kinds[entity]
  const names = told === undefined ? extensions : [...extensions, shownHereField(told)]
  const isTrueStill = (name: string) => {
    const leader = goesWith[name]
    return leader === undefined || !(leader in record) || isSameValue(record[leader], known?.[leader])
  }
  const kept = names.filter((name) => !(name in record) && known?.[name] !== undefined && isTrueStill(name))
  return { ...record, ...pick(known ?? {}, kept) }
}

/**
 * What the row keeps when the answer to a write says otherwise than what the agent was shown; null when it says the same,
 * so that an earlier difference is over.
 */
export function shownHere({ entity, changes }: Pick<Operation, 'entity' | 'changes'>, answer: Fields): Fields {
  const { told } = kinds[entity]
  if (told === undefined || !(told in changes) || !(told in answer)) return {}
  const isAlike = answersAlike[entity]?.(changes[told], answer[told]) ?? true
  return { [shownHereField(told)]: isAlike ? null : (changes[told] ?? null) }
}

/** True when nothing of it is for a server without our extensions. */
export function isOnlyForOurServer({ entity, changes }: Pick<Operation, 'entity' | 'changes'>): boolean {
  const { extensions = [] } = kinds[entity]
  const names = Object.keys(changes)
  return names.length > 0 && names.every((name) => extensions.includes(name))
}
