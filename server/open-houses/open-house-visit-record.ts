import type { Kysely } from 'kysely'
import type { OpenHouseVisit } from '#core/contract/open-house-visit.ts'
import type { JsonRow } from '#server/database/read-as-json.ts'
import type { Tables } from '#server/database/tables.ts'

/** A visitor of an open house as the listing's agent gets it. */
export type OpenHouseVisitRecord = OpenHouseVisit & {
  version: number
  client_key: string | null
  created_at: string
  updated_at: string
}

/** Visits with the listing that was open; to be read with `readAsJson`. Tables: `visit`, `open_house`. */
export function selectVisits(db: Kysely<Tables>) {
  return db
    .selectFrom('open_house_visits as visit')
    .innerJoin('open_houses as open_house', 'open_house.id', 'visit.open_house_id')
    .select([
      'visit.id',
      'open_house.listing_id',
      'visit.open_house_id',
      'visit.client_email',
      'visit.name',
      'visit.phone_number',
      'visit.consents',
      'visit.signed_in_at',
      'visit.version',
      'visit.client_key',
      'visit.created_at',
      'visit.updated_at',
    ])
}

type VisitRow = Awaited<ReturnType<ReturnType<typeof selectVisits>['execute']>>[number]
type VisitColumns = JsonRow<Omit<VisitRow, 'signed_in_at'>> & { signed_in_at: Date | string | null }

export function visitRowToRecord(row: VisitColumns): OpenHouseVisitRecord {
  return {
    id: row.id,
    listing: row.listing_id,
    open_house: row.open_house_id,
    client_email: row.client_email,
    name: row.name,
    phone_number: row.phone_number,
    consents: row.consents,
    signed_in_at: row.signed_in_at === null ? null : new Date(row.signed_in_at).toISOString(),
    version: row.version,
    client_key: row.client_key,
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString(),
  }
}
