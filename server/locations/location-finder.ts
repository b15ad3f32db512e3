import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#server/database/connect.ts'
import { createQueue } from '#server/queue.ts'
import { findAddresses } from './addresses-repository.ts'
import { createBackoff } from './backoff.ts'
import { announce, lookUpNext } from './geocoder-lookups.ts'
import type { Geocoder } from './geocoder.ts'
import {
  beginAllLookups,
  beginGeocoding,
  claimDue,
  countFoundInFiles,
  passOn,
  writeLocations,
} from './lookups-repository.ts'
import { createRounds, type Rounds } from './rounds.ts'

/**
 * Finds where homes are that have no location: in the files of addresses, then, where one is set, from a geocoder. The queue is
 * a table (`location_lookups`, filled by triggers), so that nothing is lost with a process and several share the work.
 */
export type LocationFinder = Rounds & {
  /** Looks up all that is due; how many homes were located. */
  lookUpDue: () => Promise<number>
  /** Looks up every home without a location in the files of addresses; how many were located. */
  lookUpAllAgain: () => Promise<number>
}

/** Few enough that the agents of the homes are not kept from writing. */
const homesAtOnce = 50
const mostCommandsAtOnce = 100

export function createLocationFinder(
  database: Database,
  geocoder: Geocoder | null,
  now: () => number = () => performance.now(),
): LocationFinder {
  const { db } = database
  const backoff = createBackoff(now)
  const stopping = new AbortController()
  const { signal } = stopping
  const inTurn = createQueue(mostCommandsAtOnce)
  // One at a time, so that a command does not end before what a round has claimed is written.
  const lookUpInFiles = (): Promise<number> => inTurn(() => lookUpInAddresses(database, geocoder !== null, signal))

  async function lookUpDue(log: FastifyBaseLogger | null = null): Promise<number> {
    let located = 0
    while (!signal.aborted) {
      // Between two requests, what has come in the meantime: files answer at once.
      located += await lookUpInFiles()
      const more = geocoder === null ? null : await lookUpNext({ database, geocoder, backoff, log, signal })
      if (more === null) break
      located += more
    }
    return located
  }

  return {
    lookUpDue: () => lookUpDue(),
    async lookUpAllAgain() {
      const before = await countFoundInFiles(db)
      await beginAllLookups(db)
      await lookUpInFiles()
      // Also what the server's own rounds have found in the meantime.
      return (await countFoundInFiles(db)) - before
    },
    ...createRounds(stopping, {
      begin: async () => {
        if (geocoder !== null) await beginGeocoding(db, geocoder.provider)
      },
      work: async (log) => {
        // Writing to a full disk would only fail.
        if (!(await database.isDiskFull())) await lookUpDue(log)
      },
    }),
  }
}

/** Looks up all homes whose turn it is in the files of addresses; how many were located. The others are the geocoder's next. */
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
    await announce(database, written)
    located += written.length
    const unknown = homes.filter((_home, index) => !places[index])
    await passOn(db, unknown, hasGeocoder)
  }
  return located
}
