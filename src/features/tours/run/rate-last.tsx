import { useState } from 'react'
import type { RunStop } from '#core/domain/tours/tour-run.ts'
import { lastStep } from '#core/domain/tours/tour-run-steps.ts'
import type { TourRow } from '#storage/database/rows.ts'
import { Button } from '#ui/basics/button.tsx'
import { thenMoveFocus } from '#ui/lists/focus-next-row.ts'
import type { ShownStop } from '../tour-stops.ts'
import { StopRating } from './stop-rating.tsx'
import styles from './tour-run.module.css'

/** Asks how the buyer liked the home that was left last, while it is fresh; until the next home, or one tap. */
export function RateLast({ tour, run }: { tour: TourRow; run: readonly RunStop<ShownStop>[] }) {
  const last = lastStep(tour.steps ?? [])
  const stop = last?.kind === 'left' ? run.find(({ name }) => name === last.stop_id) : undefined
  const isSaid = stop !== undefined && (stop.rating !== null || stop.note !== '')
  const [doneId, setDoneId] = useState(isSaid ? last?.id : undefined)
  if (last === null || stop === undefined || doneId === last.id) return null
  return (
    <section className={styles.rateLast} aria-label="How did they like it?">
      <StopRating key={stop.name} tour={tour} stop={stop} />
      <Button variant={isSaid ? 'secondary' : 'quiet'} onClick={thenMoveFocus(() => setDoneId(last.id))}>
        {isSaid ? 'Done' : 'Not Now'}
      </Button>
    </section>
  )
}
