import { useState } from 'react'
import { type AgentMessage, earlyMessages } from '#core/domain/homes/listing-agent-messages.ts'
import { secondsOfDay, timeOfSeconds } from '#core/domain/time/seconds-of-day.ts'
import type { RunStop } from '#core/domain/tours/tour-run.ts'
import { lastStep } from '#core/domain/tours/tour-run-steps.ts'
import { about } from '#core/domain/tours/tour-words.ts'
import { timeInWords } from '#core/domain/time/wall-clock.ts'
import { AgentMessages } from '#records/people/listing-agent.tsx'
import type { TourRow } from '#storage/database/rows.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/basics/button.tsx'
import { thenMoveFocus } from '#ui/lists/focus-next-row.ts'
import { useTourClient } from '../tour-client.tsx'
import { plannedVisit, type ShownStop } from '../tour-stops.ts'
import styles from './behind.module.css'
import { useRunSteps } from './use-run-steps.ts'

/** Less is not worth a call to the listing agent. */
const leastSeconds = 15 * 60

type GoEarlyProps = {
  tour: TourRow
  current: RunStop<ShownStop>
  /** When the agent can be there, in seconds of the day; null where that is unknown or something comes between. */
  earliest: { at: number; isApproximate: boolean } | null
}

/** Offers to go on at once where the next home was planned for later, such as after one that was skipped. */
export function GoEarly({ tour, current, earliest }: GoEarlyProps) {
  const { note, stepOf } = useRunSteps(tour)
  const { people } = useTourClient(tour)
  const [keptStop, setKeptStop] = useState<string | null>(null)
  const [told, setTold] = useState<{ stepId: string; messages: readonly AgentMessage[] } | null>(null)
  if (told !== null && told.stepId === lastStep(tour.steps ?? [])?.id) {
    return <AgentMessages messages={told.messages} />
  }
  const { name, state, arrival, begins, stop } = current
  if (earliest === null || state !== 'coming' || keptStop === name) return null
  if (secondsOfDay(begins) - earliest.at < leastSeconds) return null
  const time = timeOfSeconds(earliest.at)
  function goNow(at: number): void {
    const minutes = Math.min(-1, Math.floor((at - secondsOfDay(arrival)) / 60))
    const step = stepOf({ kind: 'late', stop_id: name, minutes })
    setTold({ stepId: step.id, messages: earlyMessages([{ ...plannedVisit(stop), time }], { from: people.agent }) })
    void note(step)
  }
  return (
    <Banner role="status">
      <p>You can be there at {about(timeInWords(time), earliest.isApproximate)}.</p>
      <div className={styles.actions}>
        <Button variant="primary" data-press="once" onClick={thenMoveFocus(() => goNow(earliest.at))}>
          Go Now
        </Button>
        <Button onClick={thenMoveFocus(() => setKeptStop(name))}>Keep {timeInWords(begins)}</Button>
      </div>
    </Banner>
  )
}
