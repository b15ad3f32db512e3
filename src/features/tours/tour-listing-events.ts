import { useEffect, useState } from 'react'
import { readListingEvents } from '#api/tour-calls.ts'
import { secondsOfDay } from '#core/domain/time/wall-clock.ts'
import type { ListingId } from '#core/planner/plan-types.ts'
import type { TouredListing } from '#core/planner/tour-planning.ts'
import { useConnection } from '#state/connection.ts'

export type ListingEvent = {
  listing_id: number
  type: 'showing' | 'open_house'
  start_time: string
  end_time: string
}

type Known = { events: readonly ListingEvent[]; hasFailed: boolean }

const nothing: Known = { events: [], hasFailed: false }

/** Returns others' events on a date; none while offline. `hasFailed` only if the server answered with an error. */
export function useListingEvents(date: string, ids: readonly ListingId[]): Known {
  const isOffline = useConnection(({ state }) => state === 'offline')
  // Cache by date and listing, so that an open page never fetches twice.
  const [heard] = useState(() => new Map<string, readonly ListingEvent[]>())
  const [known, setKnown] = useState<Known & { asked: string }>({ ...nothing, asked: '' })
  // A listing without a server id is only on this device, so no other agent has events there.
  const asked =
    date === ''
      ? ''
      : ids
          .filter((id) => typeof id === 'number')
          .toSorted((one, other) => one - other)
          .join(',')
  const question = `${date} ${asked}`

  useEffect(() => {
    if (asked === '' || isOffline) return undefined
    const abort = new AbortController()
    eventsOf(heard, date, asked.split(',').map(Number), abort.signal).then(
      (events) => tell({ events, hasFailed: false }),
      () => tell({ events: [], hasFailed: true }),
    )
    // Earlier answers do not apply to the homes shown now.
    function tell(answer: Known): void {
      if (!abort.signal.aborted) setKnown({ asked: question, ...answer })
    }
    return () => abort.abort()
  }, [heard, date, asked, question, isOffline])

  return known.asked.startsWith(`${date} `) ? known : nothing
}

async function eventsOf(
  heard: Map<string, readonly ListingEvent[]>,
  date: string,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<ListingEvent[]> {
  const missing = ids.filter((id) => !heard.has(`${date} ${id}`))
  if (missing.length > 0) {
    const answer = await readListingEvents(date, missing, signal)
    if (!answer.ok) {
      const { status } = answer.refusal
      // Offline, no session, or a server without this list.
      if (status === null || status === 401 || status === 404) return []
      throw new Error('Failed to load listing events.')
    }
    for (const id of missing) {
      const events = answer.value.filter((event) => event.listing_id === id && !event.is_own)
      heard.set(`${date} ${id}`, events)
    }
  }
  return ids.flatMap((id) => heard.get(`${date} ${id}`) ?? [])
}

/** Another agent's showing or open house closes its hours to a visit (reading R27). */
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
