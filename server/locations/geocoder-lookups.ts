import type { FastifyBaseLogger } from 'fastify'
import type { LocationSuggestion } from '#core/contract/property.ts'
import type { Database } from '#server/database/connect.ts'
import type { Backoff } from './backoff.ts'
import { GeocoderFailed, type Geocoder } from './geocoder.ts'
import type { GeocoderAnswer } from './geocoder-answers.ts'
import {
  agentsWithProperties,
  claimDue,
  endLookup,
  postponeLookup,
  readAnswer,
  storeAnswer,
  writeLocations,
  writeSuggestion,
  type DueHome,
} from './lookups-repository.ts'

type Run = {
  database: Database
  geocoder: Geocoder
  backoff: Backoff
  log: FastifyBaseLogger | null
  signal: AbortSignal
}

/** Looks up the next due home. Returns 1 if it was located, otherwise 0; null if none is due, or while the provider is paused. */
export async function lookUpNext(run: Run): Promise<number | null> {
  const { database, geocoder, backoff, log, signal } = run
  if (backoff.isPaused()) return null
  const [home] = await claimDue(database.db, 'geocoder', 1)
  if (home === undefined) return null
  try {
    const answer = await answerFor(run, home)
    return await settle(run, home, answer)
  } catch (error) {
    if (!(error instanceof GeocoderFailed)) throw error
    // The server is stopping. The home is looked up again when the claim of `claimDue` expires.
    if (signal.aborted) return null
    backoff.failed()
    await postponeLookup(database.db, home)
    log?.warn({ provider: geocoder.provider, failure: error.message }, 'a location could not be looked up')
    return 0
  }
}

async function answerFor({ database: { db }, geocoder, backoff, signal }: Run, home: DueHome): Promise<GeocoderAnswer> {
  const key = geocoder.cacheKey(home)
  if (key === null) return { kind: 'nothing' }
  const known = await readAnswer(db, geocoder.provider, key)
  if (known !== undefined) return known
  const answer = await geocoder.ask(home, signal)
  backoff.succeeded()
  await storeAnswer(db, geocoder.provider, key, answer)
  return answer
}

/** Stores the answer. Returns 1 if it has located the home, otherwise 0. */
async function settle({ database, geocoder }: Run, home: DueHome, answer: GeocoderAnswer): Promise<number> {
  const { db } = database
  const suggestion = answer.kind === 'nothing' ? null : suggestionOf(geocoder.provider, answer)
  if (answer.kind === 'house') {
    const { latitude, longitude } = answer
    const written = await writeLocations(db, 'geocoder', [{ ...home, latitude, longitude, suggestion }])
    await notifyAgentsOf(database, written)
    return written.length
  }
  if (suggestion !== null && (await writeSuggestion(db, home, suggestion))) await notifyAgentsOf(database, [home.id])
  await endLookup(db, home, geocoder.provider)
  return 0
}

function suggestionOf(provider: string, answer: Exclude<GeocoderAnswer, { kind: 'nothing' }>): LocationSuggestion {
  const { latitude, longitude, label, attribution } = answer
  return { latitude, longitude, label, provider, attribution }
}

/** Notifies the devices of agents who list or added these properties, so that they pull at once; other devices pull within a minute. */
export async function notifyAgentsOf({ db, signals }: Database, properties: readonly number[]): Promise<void> {
  if (properties.length === 0) return
  for (const agent of await agentsWithProperties(db, properties)) signals.notify(agent)
}
