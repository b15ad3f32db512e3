import type { Client } from '#core/contract/client.ts'
import type { JsonRow } from '#server/database/read-as-json.ts'
import type { ClientRow } from '#server/database/tables.ts'

/** A client as its owner gets it: the contract's fields and those of our sync extensions. */
export type ClientRecord = Client & { updated_at: string; version: number; client_key: string | null }

export function clientRowToRecord(row: ClientRow | JsonRow<ClientRow>): ClientRecord {
  return {
    id: row.id,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    phone_number: row.phone_number,
    notes: row.notes,
    category: row.category as Client['category'],
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString(),
    version: row.version,
    client_key: row.client_key,
  }
}
