import { type ReactNode, useCallback, useState, useEffect, useRef } from 'react'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/basics/button.tsx'
import { SurveyForm } from './survey-form.tsx'
import styles from './survey.module.css'
import { type SurveyStage, useSurvey } from './respondents/use-survey.ts'
import type { Respondent } from '#core/sync/survey/respondent.ts'
import { systemClock } from '#storage/device/system-clock.ts'
import { Card } from '#ui/layout/card.tsx'
import { lastSeen } from '#features/survey/respondents/respondent-commands.ts'
import { ClipboardListIcon, CloudOffIcon, CircleCheckIcon, SafeOnDeviceIcon } from '#ui/icons/icon.tsx'
import { EmptyState, Skeleton } from '#ui/lists/placeholders.tsx'
import type { WhyNoQuestions, SurveyServices } from '#features/survey/respondents/open-survey.ts'
import { formatMoment } from '#core/format/times.ts'
import { useSurveyRound, type SurveyRound } from '#state/survey-round.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { pageSurveyStore } from '#storage/survey/page-survey-store.ts'
import type { SurveyStore } from '#storage/survey/survey-store.ts'
import { formatCount, formatNumber } from '#core/format/numbers.ts'

type SurveyPageProps = {
  /** Link for a visitor who has finished. */
  home: ReactNode
}

export function SurveyPage({ home }: SurveyPageProps) {
  const [round, setRound] = useState(0)
  const next = useCallback(() => setRound((before) => before + 1), [])
  return <SurveyOfOnePerson key={round} home={home} onNext={next} />
}

function SurveyOfOnePerson({ home, onNext }: SurveyPageProps & { onNext: () => void }) {
  // False: not on a kiosk.
  const survey = useSurvey(false, onNext)
  const { stage } = survey
  return (
    <div className={styles.page}>
      {stage.state !== 'answering' && stage.state !== 'thanks' && <h1 tabIndex={-1}>Real Estate Technology Survey</h1>}
      <SurveyNotice stage={stage} onBegin={onNext} />
      {stage.state === 'offer' && (
        <ContinueOffer
          respondent={stage.unfinished.respondent}
          onContinue={() => survey.continueWith(stage.unfinished, stage.services)}
          onStartOver={() => void survey.startOver(stage)}
        />
      )}
      {stage.state === 'answering' && (
        <SurveyForm
          key={stage.opened.respondent.key}
          opened={stage.opened}
          services={stage.services}
          onSubmitted={(email) => survey.thank(stage.opened.respondent.key, email, stage.services)}
          onGone={survey.showGone}
        />
      )}
      {stage.state === 'thanks' && (
        <ThankYou respondentKey={stage.key} email={stage.email} services={stage.services} next={home} />
      )}
      {'services' in stage && <WaitingRespondents store={stage.services.store} />}
    </div>
  )
}

export function SurveyNotice({ stage, onBegin }: { stage: SurveyStage; onBegin: () => void }) {
  switch (stage.state) {
    case 'opening':
      return <Skeleton height={420} />
    case 'storage-refused':
      return (
        <Banner tone="danger" role="alert">
          <p>{stage.message}</p>
          <Button onClick={onBegin}>Try Again</Button>
        </Banner>
      )
    case 'no-questions':
      return <MissingQuestions why={stage.why} onRetry={onBegin} />
    case 'gone':
      return (
        <Banner role="status">
          <p>This survey was finished or closed in another window.</p>
          <Button onClick={onBegin}>Start Again</Button>
        </Banner>
      )
    default:
      return null
  }
}

type ContinueOfferProps = {
  respondent: Respondent
  onContinue: () => void
  onStartOver: () => void
}

/** Offers to continue a survey. It shows no answers, because this may be another person. */
function ContinueOffer({ respondent, onContinue, onStartOver }: ContinueOfferProps) {
  return (
    <Card title="Continue where you left off?" className={styles.offer}>
      <p>
        A survey on this device is {respondent.place.progress}% complete. Its answers were last saved{' '}
        {formatMoment(lastSeen(respondent), systemClock.now())}.
      </p>
      <div className={styles.choices}>
        <Button variant="primary" size="large" onClick={onContinue}>
          Continue
        </Button>
        <Button size="large" onClick={onStartOver}>
          Start Over
        </Button>
      </div>
    </Card>
  )
}

type MissingQuestionsProps = {
  why: WhyNoQuestions
  onRetry: () => void
}

function MissingQuestions({ why, onRetry }: MissingQuestionsProps) {
  useEffect(() => {
    addEventListener('online', onRetry)
    return () => removeEventListener('online', onRetry)
  })
  if (why === 'failed') {
    return (
      <Banner tone="danger" role="alert">
        <p>Failed to load questionnaire. Please refresh and try again.</p>
        <Button onClick={onRetry}>Try Again</Button>
      </Banner>
    )
  }
  const isNone = why === 'none'
  return (
    <EmptyState
      icon={isNone ? <ClipboardListIcon /> : <CloudOffIcon />}
      title={isNone ? 'The survey has no questions yet' : 'The survey is not on this device yet'}
      action={<Button onClick={onRetry}>Try Again</Button>}
    >
      {isNone
        ? 'The questions come from the server, which has none yet.'
        : 'Connect once. After that, it works offline.'}
    </EmptyState>
  )
}

type ThankYouProps = {
  respondentKey: string
  email: string
  services: SurveyServices
  /** A link home or, on a kiosk, the button for the next visitor. */
  next: ReactNode
}

/** The last page of the survey. It does not show the answers, which are stored until they are sent. */
export function ThankYou({ respondentKey, email, services, next }: ThankYouProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    scrollTo(0, 0)
    heading.current?.focus()
  }, [])
  const { store, sending } = services
  const respondent = useLiveQuery(async () => (await store.respondent(respondentKey)) ?? null, [store, respondentKey])
  const round = useSurveyRound((survey) => survey.round)
  const sendState = sendStateOf(respondent, round)
  const isThanked = sendState === 'sent' || sendState === 'waits'

  function tryAgain() {
    void store
      .change(respondentKey, (refused) => ({ ...refused, refusal: null, failures: 0, nextAt: 0 }))
      .then(() => sending.notifyPending())
      // The same message and button are still shown.
      .catch((error: unknown) => console.warn('The survey could not be sent again.', error))
  }

  return (
    <section className={styles.thanks} aria-labelledby="survey-thanks">
      {sendState !== 'refused' && (
        <span className={styles.done}>
          {sendState === 'sent' ? <CircleCheckIcon size={44} /> : <SafeOnDeviceIcon size={44} />}
        </span>
      )}
      <h1 id="survey-thanks" ref={heading} tabIndex={-1}>
        {headings[sendState]}
      </h1>
      {isThanked && <p>Your answers help build better tools for real-estate professionals.</p>}
      {sendState === 'waits' && <p>Your answers are saved on this device. They’ll be sent automatically.</p>}
      {sendState === 'sending' && <p>Your answers are saved on this device.</p>}
      {isThanked && email !== '' && (
        <p>
          Updates about early access will be sent to <strong>{email}</strong>.
        </p>
      )}
      {sendState === 'refused' && (
        <>
          <Banner tone="danger" role="alert">
            <p>Failed to submit questionnaire. Please try again.</p>
            <Button onClick={tryAgain}>Try Again</Button>
          </Banner>
          <p>Your answers are still on this device.</p>
        </>
      )}
      {next}
    </section>
  )
}

/** `waits`: the server cannot be reached, or does not accept the answers at the moment. */
type SendState = 'sending' | 'sent' | 'waits' | 'refused'

const headings: Record<SendState, string> = {
  sending: 'Sending your answers',
  sent: 'Thank You',
  waits: 'Thank You',
  refused: 'Not submitted yet',
}

/** `respondent` is `undefined` while it is read. It is null once the server has the answers: then the device deletes the respondent. */
function sendStateOf(respondent: Respondent | null | undefined, round: SurveyRound): SendState {
  if (respondent === undefined) return 'sending'
  if (respondent === null) return 'sent'
  if (respondent.refusal !== null) return 'refused'
  return respondent.failures > 0 || round === 'unreached' ? 'waits' : 'sending'
}

/** The text in the sheet that ends the kiosk: how many surveys are not on the server yet. */
export function UnsentSurveys() {
  const [store, setStore] = useState<SurveyStore | null>(null)
  useEffect(() => {
    let isHere = true
    pageSurveyStore().then(
      (opened) => isHere && setStore(opened),
      // The page itself reports unavailable storage.
      () => {},
    )
    return () => {
      isHere = false
    }
  }, [])
  return store === null ? null : <Count store={store} />
}

function Count({ store }: { store: SurveyStore }) {
  const waiting = useWaitingRespondents(store)
  if (waiting === undefined) return null
  const { count, refused } = waiting
  if (count === 0) return 'All surveys are saved'
  const [surveys, theyWill] = count === 1 ? ['1 survey is', 'It’ll'] : [`${formatNumber(count)} surveys are`, 'They’ll']
  // A survey in memory is sent only while the page is open.
  if (store.isMemory) return `${surveys} not sent yet. Keep this page open.`
  return `${surveys} saved on this device.${refused > 0 ? '' : ` ${theyWill} be sent automatically.`}`
}

function WaitingRespondents({ store }: { store: SurveyStore }) {
  const waiting = useWaiting(store)
  const isUnreached = useSurveyRound((survey) => survey.round === 'unreached')
  const unrefused = waiting?.filter(({ refusal }) => refusal === null) ?? []
  const refused = (waiting?.length ?? 0) - unrefused.length
  const hasFailures = unrefused.some(({ failures }) => failures > 0)
  return (
    <p className={styles.waiting} role="status">
      {!store.isMemory && unrefused.length > 0 && (isUnreached || hasFailures) && (
        <>
          <SafeOnDeviceIcon size={18} />
          {`${surveys(unrefused.length)} on this device ${isUnreached ? 'until there is a connection' : 'and will be sent automatically'}.`}
        </>
      )}
      {!store.isMemory &&
        refused > 0 &&
        ` The server did not accept ${formatCount(refused, 'survey')}, which stay${refused === 1 ? 's' : ''} on this device.`}
    </p>
  )
}

function surveys(count: number): string {
  return formatCount(count, 'survey waits', 'surveys wait')
}

/** Returns the respondents whose answers are complete or were left, and are not on the server yet; undefined until they are read. */
function useWaiting(store: SurveyStore): Respondent[] | undefined {
  return useLiveQuery(
    () => store.durably(() => store.database.respondents.where('state').anyOf('finished', 'left').toArray()),
    [store],
  )
}

function useWaitingRespondents(store: SurveyStore): { count: number; refused: number } | undefined {
  const waiting = useWaiting(store)
  return waiting && { count: waiting.length, refused: waiting.filter(({ refusal }) => refusal !== null).length }
}
