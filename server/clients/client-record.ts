import type { Client } from '#core/contract/client.ts'
import { jsonInstant, jsonObject, jsonPlain, jsonString } from '#server/database/json-text.ts'

/** A client as its owner gets it: the contract's fields and those of our sync extensions. */
export type ClientRecord = Client & { updated_at: string; version: number; client_key: string | null }

/** The wire record of a row of `clients` as JSON text, for `select` and `returning`. */
export const clientJson = jsonObject({
  id: jsonPlain('clients.id'),
  first_name: jsonString('clients.first_name'),
  last_name: jsonString('clients.last_name'),
  email: jsonString('clients.email'),
  phone_number: jsonString('clients.phone_number'),
  notes: jsonString('clients.notes'),
  category: jsonString('clients.category'),
  created_at: jsonInstant('clients.created_at'),
  updated_at: jsonInstant('clients.updated_at'),
  version: jsonPlain('clients.version'),
  client_key: jsonString('clients.client_key'),
}).as('record')

export function clientOf({ record }: { record: string }): ClientRecord {
  return JSON.parse(record) as ClientRecord
}
