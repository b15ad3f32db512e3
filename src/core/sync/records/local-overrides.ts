import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import { isSameRoute } from '#core/domain/tours/tour-plan-check.ts'
import type { Fields, Json } from '#core/contract/json.ts'
import type { Operation } from '#core/sync/operation.ts'
import { pick } from './record-fields.ts'
import { isSameValue } from './same-value.ts'

function shownHereField(field: string): string {
  return `${field}_shown_here`
}

export function isLocalOverride(field: string): boolean {
  return field.endsWith('_shown_here')
}

/** Returns a server's `record` with fields that only this device's copy (`known`) has, such as the run of a tour on a plain server. */
export function withLocalOverrides(entity: EntityName, record: Fields, known: Fields | null | undefined): Fields {
  const { extensions = [], serverComputed, dependsOn = {} } = kinds[entity]
  const names = serverComputed === undefined ? extensions : [...extensions, shownHereField(serverComputed)]
  // A field that is valid only for the value of another field is dropped if the server has another value there.
  const stillApplies = (name: string) => {
    const otherField = dependsOn[name]
    return otherField === undefined || !(otherField in record) || isSameValue(record[otherField], known?.[otherField])
  }
  const localFields = names.filter((name) => !(name in record) && known?.[name] !== undefined && stillApplies(name))
  return { ...record, ...pick(known ?? {}, localFields) }
}

/** Returns the override field: the agent's value if the server computed another one, or null if the values agree, which ends the override. */
export function localOverrideOf({ entity, changes }: Pick<Operation, 'entity' | 'changes'>, answer: Fields): Fields {
  const { serverComputed } = kinds[entity]
  if (serverComputed === undefined || !(serverComputed in changes) || !(serverComputed in answer)) return {}
  const isAlike = isSameComputedValue[entity]?.(changes[serverComputed], answer[serverComputed]) ?? true
  return { [shownHereField(serverComputed)]: isAlike ? null : (changes[serverComputed] ?? null) }
}

/** Compares a field that a server may compute again, such as a tour's stops. Not part of the kinds, because every screen loads those. */
export const isSameComputedValue: Partial<
  Record<EntityName, (shown: Json | undefined, answered: Json | undefined) => boolean>
> = {
  tour: isSameRoute,
}

/** Whether an operation changes only extension fields, so that a plain server has nothing to store. */
export function isOnlyForOurServer({ entity, changes }: Pick<Operation, 'entity' | 'changes'>): boolean {
  const { extensions = [] } = kinds[entity]
  const names = Object.keys(changes)
  return names.length > 0 && names.every((name) => extensions.includes(name))
}
