import { useEffect, useState } from 'react'
import type { AccountAnswer } from '#api/account-answer.ts'
import { type OfficeRoute, type PreviewRequest, readTourPreviews } from '#api/tour-previews.ts'
import { secondsOfDay } from '#core/domain/time/seconds-of-day.ts'
import type { Availability } from '#core/planner/availability.ts'
import type { TourWish } from '#core/planner/tour-planning.ts'
import { useConnection } from '#state/connection.ts'

type OfficePreviews = {
  /** Null where the server did not answer; the panels then show this device's plan. */
  slots: Availability | null
  route: OfficeRoute | null
  /** The server answered with an error. */
  hasFailed: boolean
}

const nothing: OfficePreviews = { slots: null, route: null, hasFailed: false }

/** Long enough not to ask for every key that is pressed. */
const pauseMs = 300

/**
 * What a server with only the specification's calls would make of the tour: it plans by itself, so its previews are what is saved.
 * Ours plans as this device does and is not asked.
 */
export function useOfficePreviews(date: string, wish: TourWish | null): OfficePreviews {
  const isAsked = useConnection(({ serverKind, state }) => serverKind === 'plain' && state !== 'offline')
  const [known, setKnown] = useState<OfficePreviews & { asked: string }>()
  const asked = isAsked ? requestText(date, wish) : null

  useEffect(() => {
    if (asked === null) return undefined
    const abort = new AbortController()
    const timer = setTimeout(() => {
      void readTourPreviews(JSON.parse(asked) as PreviewRequest, abort.signal).then(({ slots, route }) => {
        if (abort.signal.aborted) return
        const hasFailed = isRefused(slots) || isRefused(route)
        const spans = slots.ok ? { ...slots.value, available_slots: slots.value.available_slots.map(inSeconds) } : null
        setKnown({ asked, slots: spans, route: route.ok ? route.value : null, hasFailed })
      })
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [asked])

  return known !== undefined && known.asked === asked ? known : nothing
}

/** Null while a home has no number of the server yet. */
function requestText(date: string, wish: TourWish | null): string | null {
  if (wish === null) return null
  const selected_listings = wish.listings.map(({ id }) => id).filter((id) => typeof id === 'number')
  if (selected_listings.length < wish.listings.length) return null
  return JSON.stringify({ tour_date: date, selected_listings, preferences: wish.preferences } satisfies PreviewRequest)
}

function isRefused(answer: AccountAnswer<unknown>): boolean {
  return !answer.ok && answer.refusal.status !== null && answer.problem !== 'signed-out'
}

function inSeconds({ start_time, end_time }: { start_time: string; end_time: string }) {
  return { start_time: secondsOfDay(start_time), end_time: secondsOfDay(end_time) }
}
