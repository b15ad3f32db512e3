import { useEffect, useState } from 'react'
import { readListingEvents } from '#api/tour-calls.ts'
import { secondsOfDay } from '#core/domain/time/wall-clock.ts'
import type { ListingId } from '#core/planner/plan-types.ts'
import type { TouredListing } from '#core/planner/tour-planning.ts'
import { useConnection } from '#state/connection.ts'

/** Another agent's showing or open house at a listing. */
export type ListingEvent = {
  listing_id: number
  type: 'showing' | 'open_house'
  start_time: string
  end_time: string
}

type ListingEvents = { events: readonly ListingEvent[]; hasFailed: boolean }

const noEvents: ListingEvents = { events: [], hasFailed: false }

/** While offline, returns the events last fetched for this date, or none. `hasFailed` is true if the server answered with an error. */
export function useListingEvents(date: string, ids: readonly ListingId[]): ListingEvents {
  const isOffline = useConnection(({ state }) => state === 'offline')
  // Cache by date and listing, so that an open page never fetches twice.
  const [cache] = useState(() => new Map<string, readonly ListingEvent[]>())
  const [loaded, setLoaded] = useState<ListingEvents & { request: string }>({ ...noEvents, request: '' })
  // A listing without a server id is only on this device, so no other agent has events there.
  const listedIds =
    date === ''
      ? ''
      : ids
          .filter((id) => typeof id === 'number')
          .toSorted((one, other) => one - other)
          .join(',')
  const request = `${date} ${listedIds}`

  useEffect(() => {
    if (listedIds === '' || isOffline) return undefined
    const abort = new AbortController()
    eventsOf(cache, date, listedIds.split(',').map(Number), abort.signal).then(
      (events) => finish({ events, hasFailed: false }),
      () => finish({ events: [], hasFailed: true }),
    )
    // Ignores an answer that arrives after the chosen listings have changed.
    function finish(answer: ListingEvents): void {
      if (!abort.signal.aborted) setLoaded({ request, ...answer })
    }
    return () => abort.abort()
  }, [cache, date, listedIds, request, isOffline])

  // After a change of the listings, the earlier answer for this date is returned until the next one arrives.
  return loaded.request.startsWith(`${date} `) ? loaded : noEvents
}

async function eventsOf(
  cache: Map<string, readonly ListingEvent[]>,
  date: string,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<ListingEvent[]> {
  const missing = ids.filter((id) => !cache.has(`${date} ${id}`))
  if (missing.length > 0) {
    const answer = await readListingEvents(date, missing, signal)
    if (!answer.ok) {
      const { status } = answer.refusal
      // The device is offline, there is no session, or the server does not offer this list.
      if (status === null || status === 401 || status === 404) return []
      throw new Error('Failed to load listing events.')
    }
    for (const id of missing) {
      const events = answer.value.filter((event) => event.listing_id === id && !event.is_own)
      cache.set(`${date} ${id}`, events)
    }
  }
  return ids.flatMap((id) => cache.get(`${date} ${id}`) ?? [])
}

/** Adds `closed` to the listings: the hours in which another agent has a showing or open house there (reading R27). */
export function withClosedHours<Listing extends TouredListing>(
  listings: readonly Listing[],
  events: readonly ListingEvent[],
): Listing[] {
  return listings.map((listing) => {
    const closed = events
      .filter(({ listing_id }) => listing_id === listing.id)
      .map(({ start_time, end_time }) => [secondsOfDay(start_time), secondsOfDay(end_time)] as const)
    return closed.length === 0 ? listing : { ...listing, closed }
  })
}
