import type { Fields, Json } from '#core/contract/json.ts'
import { pick } from '#core/sync/pick.ts'

/** The fields that stay with a record as long as it lives. A server that was restored may give its id to another one. */
export function identityOf(record: Fields): Fields {
  const known = ['client_key', 'created_at'].filter((field) => typeof record[field] === 'string')
  return pick(record, known)
}

/**
 * False when two records with one id are certainly not the same one: their `client_key` differs or, where one of them has
 * none, the time of their making (fault K6). What a server does not say is no evidence.
 */
export function isSameRecord(one: Fields, other: Fields): boolean {
  const [key, otherKey] = [one['client_key'], other['client_key']]
  if (typeof key === 'string' && typeof otherKey === 'string') return key === otherKey
  return isSameMoment(one['created_at'], other['created_at'])
}

/** Servers write one moment in several ways, with other fractions of a second. */
function isSameMoment(one: Json | undefined, other: Json | undefined): boolean {
  if (typeof one !== 'string' || typeof other !== 'string' || one === other) return true
  const difference = Math.abs(Date.parse(one) - Date.parse(other))
  return Number.isNaN(difference) || difference < 1000
}
