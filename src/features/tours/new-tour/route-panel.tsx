import type { OfficeRoute } from '#api/tour-previews.ts'
import type { TourPlan } from '#core/planner/plan-types.ts'
import type { TourableListing } from '#storage/listings/tourable-listings.ts'
import { Card } from '#ui/layout/card.tsx'
import { DoorAddress } from '#ui/layout/door-address.tsx'
import { labelsOf } from '../listing-label.ts'
import { figuresInWords, officeFiguresInWords, savingInWords, warningsInWords } from '../planning/plan-words.ts'
import styles from './preview-panels.module.css'

const mostStops = 3

type RoutePanelProps = {
  listings: readonly TourableListing[]
  plan: TourPlan
  /** What the agent's own order would come to. */
  given: TourPlan
  /** The form asks for another tour, which cannot be planned. */
  isOutdated: boolean
}

/** The order that the planner proposes: the first three stops, then how many more, what it saves and what does not fit. */
export function RoutePanel({ listings, plan, given, isOutdated }: RoutePanelProps) {
  const labelOf = labelsOf(listings)
  const notes = [...savingInWords(plan, given), ...warningsInWords(plan)]
  return (
    <Card title="Route" flush actions={isOutdated ? <Outdated /> : plan.stops.length > 0 && <Figures plan={plan} />}>
      {plan.stops.length === 0 && <p className={styles.none}>None of these homes fits into this day.</p>}
      <Stops addresses={plan.stops.map(({ listing_id }) => labelOf(listing_id))} homes={listings.length} />
      <Notes notes={notes} />
    </Card>
  )
}

type OfficeRoutePanelProps = Pick<RoutePanelProps, 'listings' | 'isOutdated'> & { route: OfficeRoute }

/** The order in which a server that plans tours by itself would visit the homes. */
export function OfficeRoutePanel({ listings, route, isOutdated }: OfficeRoutePanelProps) {
  const labelOf = labelsOf(listings)
  const { optimized_order: order, error } = route
  const addresses = order.map(({ listing_id, address }) => address || labelOf(Number(listing_id)))
  const figures = <span className={styles.figure}>{officeFiguresInWords(route)}</span>
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
    <ol className={styles.list} style={{ minBlockSize: roomFor(homes) }}>
      {addresses.slice(0, mostStops).map((address, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a place in the order, and two homes may have one address
        <li key={index}>
          <span className={styles.number}>{index + 1}</span>
          <DoorAddress address={address} />
        </li>
      ))}
      {addresses.length > mostStops && <li className={styles.more}>+{addresses.length - mostStops} more</li>}
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

/** As many rows as a plan of so many homes can take: another plan of them moves nothing below. */
function roomFor(homes: number): number {
  return 48 * Math.min(homes, mostStops + 1)
}

/** Beside the heading of what was planned before something in the form was wrong. */
export function Outdated() {
  return <span className={styles.figure}>not up to date</span>
}

function Figures({ plan }: { plan: TourPlan }) {
  return <span className={styles.figure}>{figuresInWords(plan)}</span>
}
