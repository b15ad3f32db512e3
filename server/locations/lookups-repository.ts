import { sql, type Kysely } from 'kysely'
import * as v from 'valibot'
import type { LocationSource, LocationSuggestion } from '#core/contract/property.ts'
import type { Place } from '#core/domain/travel/driving.ts'
import type { Tables } from '#server/database/tables.ts'
import { geocoderAnswerSchema, type GeocoderAnswer } from './geocoder-answers.ts'

/** A home whose location must be looked up now. `identity` changes with its address, so an answer for an old address is ignored. */
export type DueHome = {
  id: number
  identity: string
  address: string
  city: string
  state: string
  zip_code: string
  attempts: number
}

type LookupStep = Tables['location_lookups']['step']

/** After this time, other processes take over the homes that a killed process had claimed. */
const leaseSeconds = 120

/** Returns at most `limit` homes that are due, and claims them: other processes skip them until the lease expires. */
export async function claimDue(db: Kysely<Tables>, step: LookupStep, limit: number): Promise<DueHome[]> {
  const { rows } = await sql<DueHome>`
    with due as (
      select property_id from location_lookups where step = ${step} and due_at <= now()
      order by due_at limit ${limit} for update skip locked),
    claimed as (
      update location_lookups as lookup set due_at = now() + make_interval(secs => ${sql.lit(leaseSeconds)})
      from due where lookup.property_id = due.property_id returning lookup.property_id, lookup.attempts)
    select id, identity, address, city, state, zip_code, attempts from claimed
    join properties on properties.id = claimed.property_id order by id`.execute(db)
  return rows
}

type Located = Pick<DueHome, 'id' | 'identity'> & Place & { suggestion: LocationSuggestion | null }

/** Stores locations of homes without a `location_source`; returns the homes' ids. Raises their versions, so that devices fetch them. */
export async function writeLocations(
  db: Kysely<Tables>,
  source: Extract<LocationSource, 'address_file' | 'geocoder'>,
  located: readonly Located[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update properties set latitude = found.latitude, longitude = found.longitude, location_source = ${source},
      location_suggestion = found.suggestion::jsonb, version = version + 1, updated_at = now()
    from unnest(${located.map(({ id }) => id)}::bigint[], ${located.map(({ identity }) => identity)}::text[],
      ${located.map(({ latitude }) => latitude)}::float8[], ${located.map(({ longitude }) => longitude)}::float8[],
      ${located.map(({ suggestion }) => (suggestion === null ? null : JSON.stringify(suggestion)))}::text[])
      as found (id, identity, latitude, longitude, suggestion)
    where properties.id = found.id and properties.identity = found.identity and location_source is null
    returning properties.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Stores a suggestion for a home without a `location_source`; returns whether the suggestion is new. */
export async function writeSuggestion(
  db: Kysely<Tables>,
  { id, identity }: Pick<DueHome, 'id' | 'identity'>,
  suggestion: LocationSuggestion,
): Promise<boolean> {
  const { rows } = await sql`
    update properties set location_suggestion = ${JSON.stringify(suggestion)}::jsonb, version = version + 1, updated_at = now()
    where id = ${id} and identity = ${identity} and location_source is null
      and location_suggestion is distinct from ${JSON.stringify(suggestion)}::jsonb
    returning id`.execute(db)
  return rows.length > 0
}

export async function countFoundInFiles(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from properties where location_source = 'address_file'`.execute(db)
  return rows[0]!.count
}

/** Returns the agents who list one of these properties or have created it. */
export async function agentsWithProperties(db: Kysely<Tables>, properties: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ agent: number }>`
    select agent_id as agent from listings where property_id = any(${properties}::bigint[])
    union select created_by from properties where id = any(${properties}::bigint[]) and created_by is not null`.execute(
    db,
  )
  return rows.map(({ agent }) => agent)
}

/** For homes that are in no address file: continues the lookup with the geocoder, or ends it if there is no geocoder. */
export async function passToGeocoder(
  db: Kysely<Tables>,
  homes: readonly DueHome[],
  hasGeocoder: boolean,
): Promise<void> {
  await sql`
    update location_lookups set step = ${hasGeocoder ? 'geocoder' : 'addresses'}, attempts = 0,
      due_at = ${hasGeocoder ? sql`now()` : sql`null`}
    where property_id = any(${homes.map(({ id }) => id)}::bigint[])`.execute(db)
}

/** Ends the lookup until the address changes, addresses are imported, or a geocoder other than `provider` is configured. */
export async function endLookup(db: Kysely<Tables>, { id }: DueHome, provider: string): Promise<void> {
  await sql`update location_lookups set due_at = null, asked = ${provider} where property_id = ${id}`.execute(db)
}

/** The pauses between attempts double from two minutes up to a day. */
const longestPauseMinutes = 24 * 60
const maxAttempts = 12

/** After a dozen failures, the lookup waits until the server restarts. */
export async function postponeLookup(db: Kysely<Tables>, { id, attempts }: DueHome): Promise<void> {
  const minutes = Math.min(2 ** (attempts + 1), longestPauseMinutes)
  const isLast = attempts + 1 >= maxAttempts
  await sql`
    update location_lookups set attempts = attempts + 1,
      due_at = ${isLast ? sql`null` : sql`now() + make_interval(mins => ${sql.lit(minutes)})`}
    where property_id = ${id}`.execute(db)
}

export async function beginAllLookups(db: Kysely<Tables>): Promise<void> {
  await sql`update location_lookups set step = 'addresses', attempts = 0, due_at = now()`.execute(db)
}

/** Restarts the finished lookups for which this geocoder was not used. */
export async function beginGeocoding(db: Kysely<Tables>, provider: string): Promise<void> {
  await sql`update location_lookups set step = 'geocoder', attempts = 0, due_at = now()
    where due_at is null and asked is distinct from ${provider}`.execute(db)
}

export async function readAnswer(
  db: Kysely<Tables>,
  provider: string,
  address: string,
): Promise<GeocoderAnswer | undefined> {
  const row = await db
    .selectFrom('geocoder_answers')
    .select('answer')
    .where('provider', '=', provider)
    .where('address', '=', address)
    .executeTakeFirst()
  const parsed = v.safeParse(geocoderAnswerSchema, row?.answer)
  return parsed.success ? parsed.output : undefined
}

export async function storeAnswer(
  db: Kysely<Tables>,
  provider: string,
  address: string,
  answer: GeocoderAnswer,
): Promise<void> {
  const text = JSON.stringify(answer)
  await sql`
    insert into geocoder_answers (provider, address, answer) values (${provider}, ${address}, ${text}::jsonb)
    on conflict (provider, address) do update set answer = excluded.answer, answered_at = now()`.execute(db)
}

/** Answers expire, because maps change. */
const answersKeptDays = 90

export async function deleteOldGeocoderAnswers(db: Kysely<Tables>): Promise<void> {
  await sql`delete from geocoder_answers
    where answered_at < now() - make_interval(days => ${sql.lit(answersKeptDays)})`.execute(db)
}
