import { useState } from 'react'
import type { AgentMessage } from '#core/domain/homes/listing-agent-messages.ts'
import { minutesBehind, runAtLastStep, runOf } from '#core/domain/tours/tour-run.ts'
import { lastStep } from '#core/domain/tours/tour-run-steps.ts'
import { timeInWords } from '#core/domain/time/wall-clock.ts'
import { AgentMessages } from '#records/people/listing-agent.tsx'
import { Reach } from '#records/people/reach.tsx'
import type { TourRow } from '#storage/database/rows.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button, buttonClass } from '#ui/basics/button.tsx'
import { thenMoveFocus } from '#ui/lists/focus-next-row.ts'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import type { ShownStop } from '../tour-stops.ts'
import styles from './behind.module.css'
import { textsAfter, useLateMessage } from './late-texts.tsx'
import { useRunSteps } from './use-run-steps.ts'

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
        <b>You’re {minutes} min behind.</b> {moved.stop.listing_address} at about {timeInWords(moved.begins)}.
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
