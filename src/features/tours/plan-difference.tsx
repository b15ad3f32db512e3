import { isSameRoute } from '#core/domain/tours/tour-route.ts'
import { inOrder, stopName, type TimedStop, visitBegins } from '#core/domain/tours/timed-stop.ts'
import { timeInWords } from '#core/domain/time/wall-clock.ts'
import { failureOf } from '#records/record-words.ts'
import { tellFailure } from '#records/saving/tell-failure.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { TourRow } from '#storage/database/rows.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/basics/button.tsx'
import styles from './plan-difference.module.css'
import { acceptServerPlan } from './tour-commands.ts'

/** Told until the agent has seen it: the server has planned the tour otherwise than the screen had shown. */
export function PlanDifference({ tour }: { tour: TourRow }) {
  const device = useDevice()
  const { stops_shown_here: shown } = tour
  if (!shown || isSameRoute(shown, tour.stops)) return null

  async function accept(): Promise<void> {
    try {
      await acceptServerPlan(device, tour.key)
    } catch (error) {
      tellFailure(failureOf('tour', 'update'), error)
    }
  }

  return (
    <Banner tone="warning">
      <div className={styles.difference}>
        <p>
          <strong>The server planned this tour differently.</strong> The route below is the server’s; this is what was
          shown when you saved:
        </p>
        <ol>
          {inOrder(shown).map((stop) => (
            <li key={stopName(stop)}>{stopInWords(stop)}</li>
          ))}
        </ol>
        <Button onClick={() => void accept()}>Keep the Server’s Plan</Button>
      </div>
    </Banner>
  )
}

function stopInWords(stop: TimedStop): string {
  const begins = visitBegins(stop)
  return begins === undefined ? stop.listing_address : `${timeInWords(begins)} ${stop.listing_address}`
}
