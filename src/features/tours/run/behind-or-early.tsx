import { useState } from 'react'
import { earlyMessages, type AgentMessage } from '#core/domain/homes/listing-agent-messages.ts'
import { minutesBehind, runAtLastStep, runOf, lastStep, type RunStop } from '#core/domain/tours/tour-run.ts'
import { secondsOfDay, timeOfSeconds } from '#core/domain/time/wall-clock.ts'
import { AgentMessages } from '#records/people/listing-agent.tsx'
import { Reach } from '#records/people/reach.tsx'
import type { TourRow } from '#storage/database/rows.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button, buttonClass } from '#ui/basics/button.tsx'
import { thenMoveFocus } from '#ui/hooks/move-focus.ts'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import { plannedVisit, type ShownStop } from '../tour-stops.ts'
import styles from './behind-or-early.module.css'
import { textsAfter, useLateMessage } from './running-late.tsx'
import { useRunSteps } from './use-run-steps.ts'
import { useTourClient } from '#features/tours/tour-client.tsx'
import { formatTime } from '#core/format/times.ts'
import { formatAbout } from '#core/format/durations.ts'

/** Fewer minutes are no news. */
const leastMinutes = 5

type BehindProps = {
  tour: TourRow & { stops: ShownStop[] }
  /** In seconds of the day; null when the tour is not of today. */
  now: number | null
  later: Parameters<typeof runOf>[2]
}

/**
 * Says that the tour is behind what people were told, as soon as a home is reached later for it, and offers to tell them.
 * Telling them is noted, so that only what is lost after that is said again.
 */
export function Behind({ tour, now, later }: BehindProps) {
  const { note, stepOf } = useRunSteps(tour)
  const { people, ...message } = useLateMessage(tour)
  const [told, setTold] = useState<{ stepId: string; toAgents: readonly AgentMessage[] } | null>(null)
  const minutes = minutesBehind(tour, now, later)
  const said = runAtLastStep<ShownStop>(tour, later)
  const run = runOf<ShownStop>(tour, now, later)
  const current = run.find(({ state }) => state === 'here' || state === 'coming')
  const moved = run.find(({ state, begins }, index) => state === 'coming' && begins !== said[index]?.begins)
  if (minutes < leastMinutes || moved === undefined || current === undefined) {
    if (told === null || told.stepId !== lastStep(tour.steps ?? [])?.id) return null
    return <AgentMessages messages={told.toAgents} />
  }
  const { toClient, toAgents } = textsAfter(said, run, minutes, people)
  function noteTold(): void {
    const step = stepOf({ kind: 'late', stop_id: current?.name ?? '', minutes: 0 })
    setTold({ stepId: step.id, toAgents })
    void note(step)
  }
  return (
    <Banner tone="warning">
      {/* The words below change every minute, which is too often to be read aloud. */}
      <VisuallyHidden>
        <span role="status">The tour is running late.</span>
      </VisuallyHidden>
      <p>
        <b>You’re {minutes} min behind.</b> {moved.stop.listing_address} at about {formatTime(moved.begins)}.
      </p>
      <div className={styles.actions}>
        <Reach {...message} words={toClient} className={buttonClass({ variant: 'primary' })} onReach={noteTold}>
          {message.by} {message.contact.name}
        </Reach>
        <Button onClick={thenMoveFocus(noteTold)}>They Know</Button>
      </div>
    </Banner>
  )
}

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
      <p>You can be there at {formatAbout(formatTime(time), earliest.isApproximate)}.</p>
      <div className={styles.actions}>
        <Button variant="primary" data-press="once" onClick={thenMoveFocus(() => goNow(earliest.at))}>
          Go Now
        </Button>
        <Button onClick={thenMoveFocus(() => setKeptStop(name))}>Keep {formatTime(begins)}</Button>
      </div>
    </Banner>
  )
}
