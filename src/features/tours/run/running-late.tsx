import { useEffect, useRef, useState } from 'react'
import { lateOwnVisits, formatLateness, routeEntries } from '#core/domain/schedule/route-entries.ts'
import type { OwnVisit } from '#core/domain/tours/tour-halts.ts'
import { type RunStop, runOf, lastStep, minutesBehind, runAtLastStep } from '#core/domain/tours/tour-run.ts'
import { runTimeline } from '#core/domain/tours/tour-run-timeline.ts'
import { stopKey } from '#core/domain/tours/timed-stop.ts'
import type { TimelineEntry } from '#core/domain/tours/tour-timeline.ts'
import { secondsOfDay, timeOfSeconds } from '#core/domain/time/wall-clock.ts'
import { ContactLink } from '#records/people/contact-link.tsx'
import type { TourRow } from '#storage/database/rows.ts'
import { Button, buttonClass } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { plannedVisit, type ShownStop } from '../tour-stops.ts'
import styles from './tour-run.module.css'
import { useRunSteps } from './run-steps.tsx'
import { lateMessages, type AgentMessage, earlyMessages } from '#core/domain/homes/listing-agent-messages.ts'
import { lateText, type Correspondents } from '#core/domain/tours/tour-invitation.ts'
import { AgentMessages } from '#records/people/listing-agent.tsx'
import { clientMessage } from '#features/tours/tour-messages.ts'
import { useTourClient } from '#features/tours/tour-facts.tsx'
import { formatTime } from '#core/format/times.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { thenMoveFocus } from '#ui/hooks/move-focus.ts'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import { formatAbout } from '#core/format/durations.ts'

const choices = [5, 10, 15]

type RunningLateProps = {
  tour: TourRow & { stops: ShownStop[] }
  current: RunStop<ShownStop>
  own: readonly OwnVisit[]
  /** Seconds of the day; null if the tour is not today. */
  now: number | null
  /** The next stop, if the agent's other events delay it, and the time before which it cannot begin; see `runOf`. */
  delayedStop: Parameters<typeof runOf>[2]
}

/** Lets the agent shift the following stops by some minutes, and shows their new times before the delay is stored. */
export function RunningLate({ tour, current, own, now, delayedStop }: RunningLateProps) {
  const { logStep, stepOf } = useRunSteps(tour)
  const [minutes, setMinutes] = useState<number | null>(null)
  /** Messages about the last stored delay. They are shown until the next step, or until the delay is undone. */
  const [delayTexts, setDelayTexts] = useState<(LateTexts & { stepId: string }) | null>(null)
  const lastId = lastStep(tour.steps ?? [])?.id
  const { people, ...message } = useLateMessage(tour)
  const preview = useRef<HTMLDivElement>(null)
  // On a phone, the preview would otherwise open out of sight, behind the bottom bar.
  useEffect(() => {
    if (minutes !== null) preview.current?.scrollIntoView({ block: 'nearest' })
  }, [minutes])
  const late = { kind: 'late', stop_id: current.name, minutes } as const
  const runAfter = (steps: TourRow['steps'] = []) => runOf<ShownStop>({ ...tour, steps }, now, delayedStop)
  const before = runAfter(tour.steps)
  const after = minutes === null ? null : runAfter([...(tour.steps ?? []), stepOf(late)])

  const timeline = (run: readonly RunStop<ShownStop>[]) => runTimeline(run, tour.lunch, own)
  const texts = after === null || minutes === null ? null : textsAfter(before, after, minutes, people)
  function apply(): void {
    const step = stepOf(late)
    setMinutes(null)
    setDelayTexts(texts && { ...texts, stepId: step.id })
    preview.current?.focus({ preventScroll: true })
    void logStep(step)
  }

  return (
    <Card title="Running late" actions={<span className={styles.hint}>{formatShifted(current)}</span>}>
      <Choices chosen={minutes} onChoose={setMinutes} />
      {/* Takes the focus when the pressed button is removed. */}
      <div ref={preview} tabIndex={-1}>
        <output className={styles.preview}>
          {after !== null && formatPreview(timeline, before, after)}
          {after !== null && <strong className={styles.clash}>{formatLateEvents(timeline, after, now)}</strong>}
        </output>
        {texts !== null && (
          <div className={styles.apply}>
            <Button size="large" onClick={apply}>
              Apply
            </Button>
            <ContactLink
              {...message}
              words={texts.toClient}
              label={`Apply and ${message.by} ${message.contact.name}`}
              className={buttonClass({ variant: 'primary', size: 'large' })}
              onReach={apply}
            >
              Apply and {message.by} {message.contact.name}
            </ContactLink>
          </div>
        )}
        {texts === null && delayTexts !== null && delayTexts.stepId === lastId && (
          <DelayMessages key={delayTexts.stepId} message={message} {...delayTexts} />
        )}
      </div>
    </Card>
  )
}

function formatShifted({ state }: RunStop<ShownStop>): string {
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

type Timeline = (run: readonly RunStop<ShownStop>[]) => TimelineEntry<ShownStop>[]

/** Returns "Stop 2 at 11:55 AM, lunch at 12:40 PM. Stop 4 stays at 2:45 PM." */
function formatPreview(
  timeline: Timeline,
  before: readonly RunStop<ShownStop>[],
  after: readonly RunStop<ShownStop>[],
): string {
  const timesBefore = new Map(timesOf(timeline, before).map(({ label, time }) => [label, time]))
  const times = timesOf(timeline, after)
  const moved = times.filter(({ label, time }) => time !== timesBefore.get(label))
  const unmoved = times.filter((entry) => !moved.includes(entry))
  const parts = [
    moved.map(({ label, isEnd, time }) => `${label} ${isEnd ? 'until' : 'at'} ${formatTime(time)}`),
    unmoved.map(({ label, isEnd, time }) => `${label} stays ${isEnd ? 'until' : 'at'} ${formatTime(time)}`),
  ]
  return parts
    .filter((part) => part.length > 0)
    .map((part) => part.join(', '))
    .map((sentence) => `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`)
    .join(' ')
}

/** Returns " 9 min late for Showing at 51 Aiken Way, 1:30 PM." for each of the agent's later events that the run delays. */
function formatLateEvents(timeline: Timeline, run: readonly RunStop<ShownStop>[], now: number | null): string {
  const byName = new Map(run.map((stop) => [stop.name, stop]))
  const expected = (stop: ShownStop) => {
    const known = byName.get(stopKey(stop))
    return known === undefined || known.state === 'skipped' ? null : known
  }
  return lateOwnVisits(routeEntries(timeline(run), expected))
    .filter(({ visit }) => now === null || secondsOfDay(visit.start_time) > now)
    .map(({ visit, ...late }) => ` ${formatLateness(late)} for ${visit.title}, ${formatTime(visit.start_time)}.`)
    .join('')
}

type ShownTime = { label: string; isEnd: boolean; time: string }

/** Returns when the next stops and lunch start, and when the current stop ends. */
function timesOf(timeline: Timeline, run: readonly RunStop<ShownStop>[]): ShownTime[] {
  const byName = new Map(run.map((stop) => [stop.name, stop]))
  const open = run.find(({ state }) => state === 'here' || state === 'coming')
  return timeline(run).flatMap((entry): ShownTime[] => {
    if (entry.kind === 'drive' || entry.kind === 'own') return []
    if (entry.kind === 'lunch') {
      const isOver = open === undefined || entry.end_time <= open.arrival
      return isOver ? [] : [{ label: 'lunch', isEnd: false, time: entry.start_time }]
    }
    const stop = byName.get(stopKey(entry.stop))
    const label = `stop ${entry.stop.order}`
    if (stop?.state === 'here') return [{ label, isEnd: true, time: stop.departure }]
    return stop?.state === 'coming' ? [{ label, isEnd: false, time: stop.begins }] : []
  })
}

type LateTexts = { toClient: string; toAgents: readonly AgentMessage[] }

type DelayMessagesProps = LateTexts & { message: Omit<ReturnType<typeof useLateMessage>, 'people'> }

function DelayMessages({ message, toClient, toAgents }: DelayMessagesProps) {
  const [isClientMessageSent, setIsClientMessageSent] = useState(false)
  const [sent, setSent] = useState<readonly AgentMessage[]>([])
  return (
    <div className={styles.texts}>
      {!isClientMessageSent && (
        <div className={styles.apply}>
          <p className={styles.told}>“{toClient}”</p>
          <ContactLink
            {...message}
            words={toClient}
            className={buttonClass({ size: 'large' })}
            onReach={() => setIsClientMessageSent(true)}
          >
            {message.by} {message.contact.name}
          </ContactLink>
        </div>
      )}
      <AgentMessages
        messages={toAgents.filter((agentMessage) => !sent.includes(agentMessage))}
        onSend={(agentMessage) => setSent([...sent, agentMessage])}
      />
    </div>
  )
}

function useLateMessage(tour: TourRow) {
  const { client, people } = useTourClient(tour)
  return { people, client, ...clientMessage(tour, client), subject: 'Running late' }
}

function nextOf(run: readonly RunStop<ShownStop>[]): { address: string; time: string } | null {
  const next = run.find(({ state }) => state === 'coming')
  return next === undefined ? null : { address: next.stop.listing_address, time: next.begins }
}

/** Returns messages to the client and to each listing agent whose homes are visited at another time. */
function textsAfter(
  before: readonly RunStop<ShownStop>[],
  after: readonly RunStop<ShownStop>[],
  minutes: number,
  people: Correspondents,
): LateTexts {
  const timesBefore = new Map(before.map(({ name, begins }) => [name, begins]))
  const moved = after.filter(({ name, state, begins }) => state === 'coming' && begins !== timesBefore.get(name))
  const visits = moved.map(({ stop: { listedBy, listing_address: address }, begins: time }) => {
    return { listedBy, address, time }
  })
  return {
    toClient: lateText({ minutes, next: nextOf(after) }, people),
    toAgents: lateMessages(visits, { minutes, from: people.agent }),
  }
}

/** A smaller delay is not worth a message. */
const leastDelayMinutes = 5

type RunningLateNoticeProps = {
  tour: TourRow & { stops: ShownStop[] }
} & Pick<RunningLateProps, 'now' | 'delayedStop'>

/** Warns when a delay moves a later stop. A message to the client or *They Know* stores a step, so that only a further delay warns again. */
export function RunningLateNotice({ tour, now, delayedStop }: RunningLateNoticeProps) {
  const { logStep, stepOf } = useRunSteps(tour)
  const { people, ...message } = useLateMessage(tour)
  const [announced, setAnnounced] = useState<{ stepId: string; toAgents: readonly AgentMessage[] } | null>(null)
  const minutes = minutesBehind(tour, now, delayedStop)
  const announcedRun = runAtLastStep<ShownStop>(tour, delayedStop)
  const run = runOf<ShownStop>(tour, now, delayedStop)
  const current = run.find(({ state }) => state === 'here' || state === 'coming')
  const moved = run.find(({ state, begins }, index) => state === 'coming' && begins !== announcedRun[index]?.begins)
  if (minutes < leastDelayMinutes || moved === undefined || current === undefined) {
    if (announced === null || announced.stepId !== lastStep(tour.steps ?? [])?.id) return null
    return <AgentMessages messages={announced.toAgents} />
  }
  const { toClient, toAgents } = textsAfter(announcedRun, run, minutes, people)
  function noteAnnounced(): void {
    // Zero minutes change no times; the step stores that the current times were announced.
    const step = stepOf({ kind: 'late', stop_id: current?.name ?? '', minutes: 0 })
    setAnnounced({ stepId: step.id, toAgents })
    void logStep(step)
  }
  return (
    <Banner tone="warning">
      {/* The text below changes every minute, too often for screen readers. */}
      <VisuallyHidden>
        <span role="status">The tour is running late.</span>
      </VisuallyHidden>
      <p>
        <b>You’re {minutes} min behind.</b> {moved.stop.listing_address} at about {formatTime(moved.begins)}.
      </p>
      <div className={styles.actions}>
        <ContactLink
          {...message}
          words={toClient}
          className={buttonClass({ variant: 'primary' })}
          onReach={noteAnnounced}
        >
          {message.by} {message.contact.name}
        </ContactLink>
        <Button onClick={thenMoveFocus(noteAnnounced)}>They Know</Button>
      </div>
    </Banner>
  )
}

/** A smaller gain is not worth a call to the listing agent. */
const leastGainSeconds = 15 * 60

type GoEarlyProps = {
  tour: TourRow
  current: RunStop<ShownStop>
  /** Earliest arrival, in seconds of the day; null if it is unknown or another event comes first. */
  arrivalIfLeavingNow: { at: number; isApproximate: boolean } | null
}

/** Offers to go to the next home at once if its visit is planned for later, for example after a skipped stop. */
export function GoEarly({ tour, current, arrivalIfLeavingNow }: GoEarlyProps) {
  const { logStep, stepOf } = useRunSteps(tour)
  const { people } = useTourClient(tour)
  /** The stop for which the agent has declined the offer. */
  const [declinedStop, setDeclinedStop] = useState<string | null>(null)
  const [announced, setAnnounced] = useState<{ stepId: string; messages: readonly AgentMessage[] } | null>(null)
  if (announced !== null && announced.stepId === lastStep(tour.steps ?? [])?.id) {
    return <AgentMessages messages={announced.messages} />
  }
  const { name, state, arrival, begins, stop } = current
  if (arrivalIfLeavingNow === null || state !== 'coming' || declinedStop === name) return null
  if (secondsOfDay(begins) - arrivalIfLeavingNow.at < leastGainSeconds) return null
  const time = timeOfSeconds(arrivalIfLeavingNow.at)
  function goNow(at: number): void {
    // Negative minutes move this visit and those after it to earlier times.
    const minutes = Math.min(-1, Math.floor((at - secondsOfDay(arrival)) / 60))
    const step = stepOf({ kind: 'late', stop_id: name, minutes })
    setAnnounced({
      stepId: step.id,
      messages: earlyMessages([{ ...plannedVisit(stop), time }], { from: people.agent }),
    })
    void logStep(step)
  }
  return (
    <Banner role="status">
      <p>You can be there at {formatAbout(formatTime(time), arrivalIfLeavingNow.isApproximate)}.</p>
      <div className={styles.actions}>
        <Button variant="primary" data-press="once" onClick={thenMoveFocus(() => goNow(arrivalIfLeavingNow.at))}>
          Go Now
        </Button>
        <Button onClick={thenMoveFocus(() => setDeclinedStop(name))}>Keep {formatTime(begins)}</Button>
      </div>
    </Banner>
  )
}
