import type { TourPlan } from '#core/planner/plan-types.ts'
import type { TourableListing } from '#storage/tourable-listings.ts'
import { Card } from '#ui/card.tsx'
import { DoorAddress } from '#ui/door-address.tsx'
import { labelsOf } from '../listing-label.ts'
import { figuresInWords, savingInWords, warningsInWords } from '../planning/plan-words.ts'
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
      <ol className={styles.list} style={{ minBlockSize: roomFor(listings.length) }}>
        {plan.stops.slice(0, mostStops).map(({ listing_id, order }) => (
          <li key={listing_id}>
            <span className={styles.number}>{order}</span>
            <DoorAddress address={labelOf(listing_id)} />
          </li>
        ))}
        {plan.stops.length > mostStops && <li className={styles.more}>+{plan.stops.length - mostStops} more</li>}
      </ol>
      {notes.length > 0 && (
        <ul className={styles.notes}>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </Card>
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
