import type { RunStop } from '#core/domain/tour-run.ts'
import type { OwnVisit } from '#core/domain/tour-halts.ts'
import { runTimeline } from '#core/domain/tour-run-timeline.ts'
import { stopName } from '#core/domain/timed-stop.ts'
import { timeInWords } from '#core/domain/wall-clock.ts'
import type { TourRow } from '#storage/rows.ts'
import { TourRoute } from '../tour-route.tsx'
import type { ShownStop } from '../tour-stops.ts'
import styles from './tour-run.module.css'

type RestOfDayProps = {
  tour: TourRow
  run: readonly RunStop<ShownStop>[]
  current: RunStop<ShownStop> | null
  own: readonly OwnVisit[]
}

/** The whole day with what has happened of it. */
export function RestOfDay({ tour, run, current, own }: RestOfDayProps) {
  const byName = new Map(run.map((stop) => [stop.name, stop]))
  return (
    <aside className={styles.rest} aria-labelledby="rest-of-day">
      <h2 id="rest-of-day">The rest of the day</h2>
      <TourRoute
        entries={runTimeline(run, tour.lunch, own)}
        about={(stop) => {
          const known = byName.get(stopName(stop))
          if (known === undefined) return {}
          const isOver = known.state === 'left' || known.state === 'skipped'
          return {
            state: isOver ? 'done' : known === current ? 'on' : undefined,
            words: wordsOf(known),
            time: timeOf(known),
          }
        }}
      />
    </aside>
  )
}

function timeOf({ state, arrival, begins }: RunStop<ShownStop>): string | null {
  if (state === 'skipped') return null
  return state === 'coming' ? begins : arrival
}

function wordsOf({ state, arrival, begins, departure, stop }: RunStop<ShownStop>): string {
  const { listing_city: city } = stop
  if (state === 'left') return `done · arrived ${timeInWords(arrival)} · left ${timeInWords(departure)}`
  if (state === 'skipped') return 'skipped'
  if (state === 'here') return `here since ${timeInWords(arrival)}`
  return [city, begins !== arrival && `arrive ${timeInWords(arrival)}`, `until ${timeInWords(departure)}`]
    .filter(Boolean)
    .join(' · ')
}
