import type { Kysely } from 'kysely'
import type { Showing } from '#core/contract/showing.ts'
import type { Realtor } from '#core/contract/realtor.ts'
import type { JsonRow } from '#server/database/read-as-json.ts'
import type { Tables } from '#server/database/tables.ts'
import { realtorColumns, realtorOf } from '#server/listings/realtor.ts'

/** A showing as the listing's agent gets it. */
export type ShowingRecord = Showing & {
  realtor: Realtor
  version: number
  client_key: string | null
  created_at: string
  updated_at: string
}

/** Showings with everything their records need; to be read with `readAsJson`. Table: `showing`. */
export function selectShowings(db: Kysely<Tables>) {
  return db
    .selectFrom('showings as showing')
    .innerJoin('listings as listing', 'listing.id', 'showing.listing_id')
    .innerJoin('properties as property', 'property.id', 'listing.property_id')
    .innerJoin('agents as agent', 'agent.id', 'showing.agent_id')
    .select([
      'showing.id',
      'showing.listing_id',
      'property.address as listing_address',
      'showing.showing_date',
      'showing.start_time',
      'showing.end_time',
      'showing.client_email',
      'showing.version',
      'showing.client_key',
      'showing.created_at',
      'showing.updated_at',
      ...realtorColumns,
    ])
}

type ShowingColumns = JsonRow<Awaited<ReturnType<ReturnType<typeof selectShowings>['execute']>>[number]>

export function showingRowToRecord(row: ShowingColumns): ShowingRecord {
  return {
    id: row.id,
    listing: row.listing_id,
    listing_address: row.listing_address,
    showing_date: row.showing_date,
    start_time: row.start_time,
    end_time: row.end_time,
    client_email: row.client_email,
    realtor: realtorOf(row),
    version: row.version,
    client_key: row.client_key,
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString(),
  }
}
