import type { Kysely } from 'kysely'
import type { OpenHouse } from '#core/contract/open-house.ts'
import type { Realtor } from '#core/contract/realtor.ts'
import type { JsonRow } from '#server/database/read-as-json.ts'
import type { Tables } from '#server/database/tables.ts'
import { realtorColumns, realtorOf } from '#server/listings/realtor.ts'

/** An open house as the listing's agent gets it. */
export type OpenHouseRecord = OpenHouse & {
  realtor: Realtor
  version: number
  client_key: string | null
  created_at: string
  updated_at: string
}

/** Open houses with everything their records need; to be read with `readAsJson`. Table: `open_house`. */
export function selectOpenHouses(db: Kysely<Tables>) {
  return db
    .selectFrom('open_houses as open_house')
    .innerJoin('listings as listing', 'listing.id', 'open_house.listing_id')
    .innerJoin('properties as property', 'property.id', 'listing.property_id')
    .innerJoin('agents as agent', 'agent.id', 'open_house.agent_id')
    .select([
      'open_house.id',
      'open_house.listing_id',
      'property.address as listing_address',
      'open_house.date',
      'open_house.start_time',
      'open_house.end_time',
      'open_house.version',
      'open_house.client_key',
      'open_house.created_at',
      'open_house.updated_at',
      ...realtorColumns,
    ])
}

type OpenHouseColumns = JsonRow<Awaited<ReturnType<ReturnType<typeof selectOpenHouses>['execute']>>[number]>

export function openHouseRowToRecord(row: OpenHouseColumns): OpenHouseRecord {
  return {
    id: row.id,
    listing: row.listing_id,
    listing_address: row.listing_address,
    date: row.date,
    start_time: row.start_time,
    end_time: row.end_time,
    realtor: realtorOf(row),
    version: row.version,
    client_key: row.client_key,
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString(),
  }
}
