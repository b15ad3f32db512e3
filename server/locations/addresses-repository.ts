import { sql, type Kysely } from 'kysely'
import { addressKey, chooseAddress } from '#core/domain/addresses/address-key.ts'
import type { Place } from '#core/domain/travel/driving.ts'
import type { HomeAddress } from '#core/domain/addresses/us-address.ts'
import type { Tables } from '#server/database/tables.ts'

/** `house`: ZIP code, number and street, "95838 3526 HIGH". `detail`: direction before, suffix, direction after, unit: "N|ST||4B". */
export type StoredAddress = Tables['addresses']

/** Stores addresses. Returns how many are new and how many have a new location. Of duplicates, the last one is stored. */
export async function upsertAddresses(
  db: Kysely<Tables>,
  addresses: readonly StoredAddress[],
): Promise<{ added: number; changed: number }> {
  const byKey = new Map(addresses.map((address) => [`${address.house}|${address.detail}|${address.city}`, address]))
  // Sorted, so that two concurrent imports do not deadlock.
  const rows = [...byKey].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, address]) => address)
  const { rows: counted } = await sql<{ added: number; changed: number }>`
    with written as (
      insert into addresses as known (house, detail, city, latitude, longitude)
      select * from unnest(
        ${rows.map(({ house }) => house)}::text[], ${rows.map(({ detail }) => detail)}::text[],
        ${rows.map(({ city }) => city)}::text[], ${rows.map(({ latitude }) => latitude)}::float8[],
        ${rows.map(({ longitude }) => longitude)}::float8[])
      on conflict (house, detail, city) do update set latitude = excluded.latitude, longitude = excluded.longitude
        where (known.latitude, known.longitude) is distinct from (excluded.latitude, excluded.longitude)
      returning xmax = 0 as is_new)
    select count(*) filter (where is_new) as added, count(*) filter (where not is_new) as changed from written`.execute(
    db,
  )
  return counted[0]!
}

/** Maximum addresses read per house number and street; even a tower has fewer units. */
const maxUnits = 2000

/** Returns the location of each home, in the same order; null if no imported address matches, or several do. */
export async function findAddresses(db: Kysely<Tables>, homes: readonly HomeAddress[]): Promise<(Place | null)[]> {
  const keys = homes.map(addressKey)
  const lookups = keys.flatMap((key) => (key?.houses ?? []).map((house) => ({ house, detail: key!.detail })))
  if (lookups.length === 0) return homes.map(() => null)
  const { rows } = await sql<StoredAddress>`
    select known.* from unnest(${lookups.map(({ house }) => house)}::text[], ${lookups.map(({ detail }) => detail)}::text[])
      as asked (house, detail)
    cross join lateral (select * from addresses where addresses.house = asked.house
      order by addresses.detail = asked.detail desc limit ${sql.lit(maxUnits)}) as known`.execute(db)
  const byHouse = grouped(rows)
  return keys.map((key) => {
    const house = key?.houses.find((one) => byHouse.has(one))
    const found = house === undefined ? null : chooseAddress(key!, byHouse.get(house)!)
    return found === null ? null : { latitude: found.latitude, longitude: found.longitude }
  })
}

function grouped(rows: readonly StoredAddress[]): Map<string, StoredAddress[]> {
  const byHouse = new Map<string, StoredAddress[]>()
  for (const row of rows) {
    const house = byHouse.get(row.house)
    if (house === undefined) byHouse.set(row.house, [row])
    else house.push(row)
  }
  for (const house of byHouse.values()) house.sort((one, other) => (one.detail < other.detail ? -1 : 1))
  return byHouse
}
