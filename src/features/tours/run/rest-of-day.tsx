import type { OwnVisit } from '#core/domain/tours/tour-halts.ts'
import type { RunStop } from '#core/domain/tours/tour-run.ts'
import type { TourRow } from '#storage/database/rows.ts'
import { runRoute } from '../run-route.ts'
import { TourRoute } from '../tour-route.tsx'
import type { ShownStop } from '../tour-stops.ts'
import styles from './tour-run.module.css'

type RestOfDayProps = {
  tour: TourRow
  run: readonly RunStop<ShownStop>[]
  own: readonly OwnVisit[]
  /** In seconds of the day; null when the tour is not of today, or over. */
  now: number | null
}

/** What is still to come of the tour's day, and below it what is behind; of a tour that is over, all of it. */
export function RestOfDay(props: RestOfDayProps) {
  const { ahead, behind, about } = runRoute(props)
  return (
    <aside className={styles.rest} aria-label="The tour">
      {ahead.length > 0 && (
        <>
          <h2>The route</h2>
          <TourRoute entries={ahead} about={about} />
        </>
      )}
      {behind.length > 0 && (
        <>
          <h2>Earlier</h2>
          <TourRoute entries={behind} about={about} />
        </>
      )}
    </aside>
  )
}
