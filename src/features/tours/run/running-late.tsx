import { useEffect, useRef, useState } from 'react'
import { telephoneLink } from '#core/domain/contact-links.ts'
import { lateText } from '#core/domain/tour-invitation.ts'
import { type RunStop, runOf } from '#core/domain/tour-run.ts'
import { runTimeline } from '#core/domain/tour-run-timeline.ts'
import { stopName } from '#core/domain/timed-stop.ts'
import { timeInWords } from '#core/domain/wall-clock.ts'
import { Reach } from '#records/reach.tsx'
import type { TourRow } from '#storage/rows.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { useTourClient } from '../tour-client.tsx'
import type { ShownStop } from '../tour-stops.ts'
import styles from './running-late.module.css'
import { useRunSteps } from './use-run-steps.ts'

const choices = [5, 10, 15]

type RunningLateProps = {
  tour: TourRow & { stops: ShownStop[] }
  current: RunStop<ShownStop>
  /** In seconds of the day; null when the tour is not of today. */
  now: number | null
  later: Parameters<typeof runOf>[2]
}

/** Moves what follows; what that means is shown before it is noted. */
export function RunningLate({ tour, current, now, later }: RunningLateProps) {
  const { note, stepOf } = useRunSteps(tour)
  const [minutes, setMinutes] = useState<number | null>(null)
  /** The text about what was noted last. */
  const [told, setTold] = useState<string | null>(null)
  const { people, ...message } = useLateMessage(tour)
  const preview = useRef<HTMLDivElement>(null)
  // On a phone it would open under the bar, and nothing would seem to have happened.
  useEffect(() => {
    if (minutes !== null) preview.current?.scrollIntoView({ block: 'nearest' })
  }, [minutes])
  const late = { kind: 'late', stop_id: current.name, minutes } as const
  const runAfter = (steps: TourRow['steps'] = []) => runOf<ShownStop>({ ...tour, steps }, now, later)
  const before = runAfter(tour.steps)
  const after = minutes === null ? null : runAfter([...(tour.steps ?? []), stepOf(late)])

  const text = after === null || minutes === null ? null : lateText({ minutes, next: nextOf(after) }, people)
  function apply(): void {
    setMinutes(null)
    setTold(text)
    preview.current?.focus({ preventScroll: true })
    void note(late)
  }

  return (
    <Card title="Running late" actions={<span className={styles.hint}>{shiftedInWords(current)}</span>}>
      <Choices chosen={minutes} onChoose={setMinutes} />
      {/* Takes the focus when what was pressed in it goes. */}
      <div ref={preview} tabIndex={-1}>
        <output className={styles.preview}>{after === null ? '' : previewInWords(tour.lunch, before, after)}</output>
        {text !== null && (
          <div className={styles.apply}>
            <Button size="large" onClick={apply}>
              Apply
            </Button>
            <Reach
              {...message}
              words={text}
              label={`Apply and ${message.by} ${message.contact.name}`}
              className={buttonClass({ variant: 'primary', size: 'large' })}
              onReach={apply}
            >
              Apply and {message.by} {message.contact.name}
            </Reach>
          </div>
        )}
        {text === null && told !== null && (
          <div className={styles.apply}>
            <p className={styles.told}>“{told}”</p>
            <Reach {...message} words={told} className={buttonClass({ size: 'large' })} onReach={() => setTold(null)}>
              {message.by} {message.contact.name}
            </Reach>
          </div>
        )}
      </div>
    </Card>
  )
}

function shiftedInWords({ state }: RunStop<ShownStop>): string {
  return state === 'here' ? 'Shifts the stops after this one' : 'Shifts this stop and those after it'
}

type ChoicesProps = { chosen: number | null; onChoose: (minutes: number | null) => void }

function Choices({ chosen, onChoose }: ChoicesProps) {
  return (
    <div className={styles.choices}>
      {choices.map((choice) => (
        <Button
          key={choice}
          size="large"
          aria-pressed={chosen === choice}
          aria-label={`${choice} minutes late`}
          onClick={() => onChoose(chosen === choice ? null : choice)}
        >
          +{choice}
        </Button>
      ))}
    </div>
  )
}

/** How the client is told, and of what name. */
function useLateMessage(tour: TourRow) {
  const { client, people } = useTourClient(tour)
  return {
    people,
    by: telephoneLink(client?.phone_number ?? '') === null ? 'Email' : 'Text',
    client,
    contact: {
      name: people.client === '' ? 'the Client' : people.client,
      email: tour.client_email,
      phone_number: client?.phone_number,
    },
    subject: 'Running late',
  } as const
}

/** Where the client meets the agent next. */
function nextOf(run: readonly RunStop<ShownStop>[]): { address: string; time: string } | null {
  const next = run.find(({ state }) => state === 'coming')
  return next === undefined ? null : { address: next.stop.listing_address, time: next.begins }
}

/** "Stop 2 at 11:55 AM, lunch at 12:40 PM. Stop 4 stays at 2:45 PM." */
function previewInWords(
  lunch: TourRow['lunch'],
  before: readonly RunStop<ShownStop>[],
  after: readonly RunStop<ShownStop>[],
): string {
  const was = new Map(timesOf(lunch, before).map(({ what, time }) => [what, time]))
  const times = timesOf(lunch, after)
  const moved = times.filter(({ what, time }) => time !== was.get(what))
  const stays = times.filter((one) => !moved.includes(one))
  const parts = [
    moved.map(({ what, isEnd, time }) => `${what} ${isEnd ? 'until' : 'at'} ${timeInWords(time)}`),
    stays.map(({ what, isEnd, time }) => `${what} stays ${isEnd ? 'until' : 'at'} ${timeInWords(time)}`),
  ]
  return parts
    .filter((said) => said.length > 0)
    .map((said) => said.join(', '))
    .map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}.`)
    .join(' ')
}

type ShownTime = { what: string; isEnd: boolean; time: string }

/** What is still to come, in its order; of the stop where the agent is, its end. */
function timesOf(lunch: TourRow['lunch'], run: readonly RunStop<ShownStop>[]): ShownTime[] {
  const byName = new Map(run.map((stop) => [stop.name, stop]))
  const open = run.find(({ state }) => state === 'here' || state === 'coming')
  return runTimeline(run, lunch).flatMap((entry): ShownTime[] => {
    if (entry.kind === 'drive' || entry.kind === 'own') return []
    if (entry.kind === 'lunch') {
      const isOver = open === undefined || entry.end_time <= open.arrival
      return isOver ? [] : [{ what: 'lunch', isEnd: false, time: entry.start_time }]
    }
    const stop = byName.get(stopName(entry.stop))
    const what = `stop ${entry.stop.order}`
    if (stop?.state === 'here') return [{ what, isEnd: true, time: stop.departure }]
    return stop?.state === 'coming' ? [{ what, isEnd: false, time: stop.begins }] : []
  })
}
