import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#server/database/connect.ts'
import { createTurnQueue } from '#server/queue.ts'
import { findAddresses } from './addresses-repository.ts'
import { createBackoff } from './backoff.ts'
import { notifyAgentsOf, lookUpNext } from './geocoder-lookups.ts'
import type { Geocoder } from './geocoder.ts'
import {
  beginAllLookups,
  beginGeocoding,
  claimDue,
  countFoundInFiles,
  passToGeocoder,
  writeLocations,
} from './lookups-repository.ts'
import { createPeriodicWork, type PeriodicWork } from './rounds.ts'

/** Uses address files, then the geocoder, if any. The queue is the table `location_lookups`: processes share it, and restarts lose nothing. */
export type LocationFinder = PeriodicWork & {
  /** Looks up the homes that are due; returns the number of located ones. */
  lookUpDue: () => Promise<number>
  /** Looks up in the address files all homes that have no location; returns the number of located ones. */
  lookUpAllAgain: () => Promise<number>
}

/** Small, so that the transaction does not delay writes of these homes' agents. */
const homesAtOnce = 50
/** Lookups that may wait for the running one; above this, a lookup rejects with `QueueIsFull`. */
const maxWaitingLookups = 100

export function createLocationFinder(
  database: Database,
  geocoder: Geocoder | null,
  now: () => number = () => performance.now(),
): LocationFinder {
  const { db } = database
  const backoff = createBackoff(now)
  const stopping = new AbortController()
  const { signal } = stopping
  const queue = createTurnQueue(maxWaitingLookups)
  // One lookup at a time: `lookUpAllAgain` waits until the homes claimed by a background round are written.
  const lookUpInFiles = (): Promise<number> => queue(() => lookUpInAddresses(database, geocoder !== null, signal))

  async function lookUpDue(log: FastifyBaseLogger | null = null): Promise<number> {
    let located = 0
    while (!signal.aborted) {
      // Before each geocoder request, looks up new homes in the files, which answer at once.
      located += await lookUpInFiles()
      const locatedNow = geocoder === null ? null : await lookUpNext({ database, geocoder, backoff, log, signal })
      if (locatedNow === null) break
      located += locatedNow
    }
    return located
  }

  return {
    lookUpDue: () => lookUpDue(),
    async lookUpAllAgain() {
      const before = await countFoundInFiles(db)
      await beginAllLookups(db)
      await lookUpInFiles()
      // Includes homes that a background round has located in the files since `before` was counted.
      return (await countFoundInFiles(db)) - before
    },
    ...createPeriodicWork(stopping, {
      begin: async () => {
        if (geocoder !== null) await beginGeocoding(db, geocoder.provider)
      },
      work: async (log) => {
        if (!(await database.isDiskFull())) await lookUpDue(log)
      },
    }),
  }
}

/** Looks up due homes in the address files; returns the number of located ones. Passes the others to the geocoder, if there is one. */
async function lookUpInAddresses(database: Database, hasGeocoder: boolean, signal: AbortSignal): Promise<number> {
  const { db } = database
  let located = 0
  while (!signal.aborted) {
    const homes = await claimDue(db, 'addresses', homesAtOnce)
    if (homes.length === 0) break
    const places = await findAddresses(db, homes)
    const found = homes.flatMap((home, index) => {
      const place = places[index]
      return place ? [{ ...home, ...place, suggestion: null }] : []
    })
    const written = await writeLocations(db, 'address_file', found)
    await notifyAgentsOf(database, written)
    located += written.length
    const unknown = homes.filter((_home, index) => !places[index])
    await passToGeocoder(db, unknown, hasGeocoder)
  }
  return located
}
