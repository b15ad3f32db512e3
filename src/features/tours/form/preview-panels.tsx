import { readTourPreviews, type ServerRoute, type PreviewRequest } from '#api/tour-calls.ts'
import { timeOfSeconds, secondsOfDay } from '#core/domain/time/wall-clock.ts'
import type { TourPlan } from '#core/planner/plan-types.ts'
import type { TourableListing } from '#storage/listings/tourable-listings.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { ClockIcon } from '#ui/icons/icon.tsx'
import { Card } from '#ui/layout/card.tsx'
import { StreetAddress } from '#ui/layout/street-address.tsx'
import { labelsOf } from '#features/tours/tour-listings.ts'
import {
  formatPlanTotals,
  formatServerRouteTotals,
  formatSaving,
  formatWarnings,
} from '#features/tours/planning/plan-labels.ts'
import page from '../planning/tour-form-page.module.css'
import { IconTile } from '#ui/basics/icon-tile.tsx'
import rows from '#ui/lists/day-rows.module.css'
import styles from './tour-form.module.css'
import type { useFormPlan } from './use-tour-form.ts'
import { useEffect, useState } from 'react'
import type { AccountAnswer } from '#api/account-answer.ts'
import type { Availability, TourPlanRequest } from '#core/planner/tour-planning.ts'
import { useConnection } from '#state/connection.ts'
import { formatTime } from '#core/format/times.ts'

type PreviewPanelsProps = {
  plan: ReturnType<typeof useFormPlan>
  listings: readonly TourableListing[]
  date: string
}

/** The free time and the proposed route, in Intelligent Mode (the planner sets the order). While the form has an error, they are outdated. */
export function PreviewPanels({
  plan: { planRequest, plans, problem, isPlanning },
  listings,
  date,
}: PreviewPanelsProps) {
  const office = useOfficePreviews(date, planRequest)
  if (plans === null || plans.previews === null) return null
  const isOutdated = problem !== null
  const { previews, proposed } = plans
  return (
    <>
      {office.hasFailed && (
        <Banner tone="danger" role="alert">
          Failed to load intelligent previews.
        </Banner>
      )}
      <div className={page.lists} aria-busy={isPlanning} data-outdated={isOutdated || undefined}>
        <AvailabilityPanel availability={office.slots ?? previews.slots} isOutdated={isOutdated} />
        {office.route === null ? (
          <RoutePanel listings={listings} plan={proposed.plan} given={previews.given} isOutdated={isOutdated} />
        ) : (
          <OfficeRoutePanel listings={listings} route={office.route} isOutdated={isOutdated} />
        )}
      </div>
    </>
  )
}

const maxRows = 3

type AvailabilityPanelProps = {
  availability: Availability
  isOutdated: boolean
}

function AvailabilityPanel({ availability, isOutdated }: AvailabilityPanelProps) {
  const { available_slots: slots, slot_count, longest_slot } = availability
  const longest = slot_count > 0 && <span className={styles.figure}>longest {longest_slot} min</span>
  return (
    <Card title="Availability" flush actions={isOutdated ? <Outdated /> : longest}>
      {slots.length === 0 ? (
        <p className={styles.none}>You have no free time long enough for a visit on this day.</p>
      ) : (
        <ul className={styles.list}>
          {slots.slice(0, maxRows).map(({ start_time, end_time }) => (
            <li key={start_time}>
              <IconTile>
                <ClockIcon size={18} />
              </IconTile>
              {formatTime(timeOfSeconds(start_time))} – {formatTime(timeOfSeconds(end_time))}
            </li>
          ))}
          {slot_count > maxRows && <li className={styles.more}>+{slot_count - maxRows} more</li>}
        </ul>
      )}
    </Card>
  )
}

type RoutePanelProps = {
  listings: readonly TourableListing[]
  plan: TourPlan
  /** The plan for the order in which the agent chose the homes. */
  given: TourPlan
  isOutdated: boolean
}

function RoutePanel({ listings, plan, given, isOutdated }: RoutePanelProps) {
  const labelOf = labelsOf(listings)
  const notes = [...formatSaving(plan, given), ...formatWarnings(plan)]
  return (
    <Card title="Route" flush actions={isOutdated ? <Outdated /> : plan.stops.length > 0 && <Figures plan={plan} />}>
      {plan.stops.length === 0 && <p className={styles.none}>None of these homes fits into this day.</p>}
      <Stops addresses={plan.stops.map(({ listing_id }) => labelOf(listing_id))} homes={listings.length} />
      <Notes notes={notes} />
    </Card>
  )
}

type OfficeRoutePanelProps = Pick<RoutePanelProps, 'listings' | 'isOutdated'> & { route: ServerRoute }

/** The route proposed by a server that plans tours itself. */
function OfficeRoutePanel({ listings, route, isOutdated }: OfficeRoutePanelProps) {
  const labelOf = labelsOf(listings)
  const { optimized_order: order, error } = route
  const addresses = order.map(({ listing_id, address }) => address || labelOf(Number(listing_id)))
  const figures = <span className={styles.figure}>{formatServerRouteTotals(route)}</span>
  return (
    <Card title="Route" flush actions={isOutdated ? <Outdated /> : order.length > 0 && figures}>
      {order.length === 0 && <p className={styles.none}>{error || 'Your office’s server proposes no order.'}</p>}
      <Stops addresses={addresses} homes={listings.length} />
      <Notes notes={[...(order.length > 0 && error ? [error] : []), officePlans]} />
    </Card>
  )
}

const officePlans = 'Your office’s server plans this tour. Times elsewhere on this page are estimates of this app.'

function Stops({ addresses, homes }: { addresses: readonly string[]; homes: number }) {
  return (
    <ol className={styles.list} style={{ minBlockSize: reservedHeight(homes) }}>
      {addresses.slice(0, maxRows).map((address, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a place in the order, and two homes may have one address
        <li key={index}>
          <span className={rows.order}>{index + 1}</span>
          <StreetAddress address={address} />
        </li>
      ))}
      {addresses.length > maxRows && <li className={styles.more}>+{addresses.length - maxRows} more</li>}
    </ol>
  )
}

function Notes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null
  return (
    <ul className={styles.notes}>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  )
}

/** The height of the rows that a plan of these homes can need, in pixels, so that a new plan does not move the content below it. */
function reservedHeight(homes: number): number {
  return 48 * Math.min(homes, maxRows + 1)
}

function Outdated() {
  return <span className={styles.figure}>not up to date</span>
}

function Figures({ plan }: { plan: TourPlan }) {
  return <span className={styles.figure}>{formatPlanTotals(plan)}</span>
}

/** What a plain server proposes. `slots` and `route` are null if it did not answer; the panels then show this device's plan. */
type OfficePreviews = {
  slots: Availability | null
  route: ServerRoute | null
  /** True if the server answered with an error. */
  hasFailed: boolean
}

const noPreviews: OfficePreviews = { slots: null, route: null, hasFailed: false }

/** Long enough not to send a request for every key. */
const typingPauseMs = 300

/** Returns the previews of a plain server, which saves its own plan. Our server plans as this device does, so no request is needed. */
function useOfficePreviews(date: string, planRequest: TourPlanRequest | null): OfficePreviews {
  const isReachable = useConnection(({ serverKind, state }) => serverKind === 'plain' && state !== 'offline')
  const [latest, setLatest] = useState<OfficePreviews & { request: string }>()
  const request = isReachable ? requestText(date, planRequest) : null

  useEffect(() => {
    if (request === null) return undefined
    const abort = new AbortController()
    const timer = setTimeout(() => {
      void readTourPreviews(JSON.parse(request) as PreviewRequest, abort.signal).then(({ slots, route }) => {
        if (abort.signal.aborted) return
        const hasFailed = isRefused(slots) || isRefused(route)
        const spans = slots.ok ? { ...slots.value, available_slots: slots.value.available_slots.map(inSeconds) } : null
        setLatest({ request, slots: spans, route: route.ok ? route.value : null, hasFailed })
      })
    }, typingPauseMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [request])

  return latest !== undefined && latest.request === request ? latest : noPreviews
}

/** Returns the request as JSON; null if there is nothing to plan, or a home has no server id yet. */
function requestText(date: string, planRequest: TourPlanRequest | null): string | null {
  if (planRequest === null) return null
  const selected_listings = planRequest.listings.map(({ id }) => id).filter((id) => typeof id === 'number')
  if (selected_listings.length < planRequest.listings.length) return null
  return JSON.stringify({
    tour_date: date,
    selected_listings,
    preferences: planRequest.preferences,
  } satisfies PreviewRequest)
}

function isRefused(answer: AccountAnswer<unknown>): boolean {
  return !answer.ok && answer.refusal.status !== null && answer.problem !== 'signed-out'
}

function inSeconds({ start_time, end_time }: { start_time: string; end_time: string }) {
  return { start_time: secondsOfDay(start_time), end_time: secondsOfDay(end_time) }
}
