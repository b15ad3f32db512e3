import { type ReactNode, useCallback, useState, useEffect } from 'react'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/basics/button.tsx'
import { SurveyForm } from './survey-form.tsx'
import styles from './survey-page.module.css'
import { ThankYou } from './thank-you.tsx'
import { type SurveyStage, useSurvey } from './respondents/use-survey.ts'
import { WaitingRespondents } from './waiting-respondents.tsx'
import type { Respondent } from '#core/sync/survey/respondent.ts'
import { systemClock } from '#storage/device/system-clock.ts'
import { Card } from '#ui/layout/card.tsx'
import { lastSeen } from '#features/survey/respondents/respondent-commands.ts'
import { ClipboardListIcon, CloudOffIcon } from '#ui/icons/icon.tsx'
import { EmptyState, Skeleton } from '#ui/lists/placeholders.tsx'
import type { WhyNoQuestions } from '#features/survey/respondents/open-survey.ts'
import { formatMoment } from '#core/format/times.ts'

type SurveyPageProps = {
  /** Where a visitor who is done goes. */
  home: ReactNode
}

/** The public survey, for one person on their own device. */
export function SurveyPage({ home }: SurveyPageProps) {
  const [round, setRound] = useState(0)
  const next = useCallback(() => setRound((before) => before + 1), [])
  return <OnePerson key={round} home={home} onNext={next} />
}

function OnePerson({ home, onNext }: SurveyPageProps & { onNext: () => void }) {
  const survey = useSurvey(false, onNext)
  const { stage } = survey
  return (
    <div className={styles.page}>
      {stage.state !== 'answering' && stage.state !== 'thanks' && <h1 tabIndex={-1}>Real Estate Technology Survey</h1>}
      <SurveyNotice stage={stage} onBegin={onNext} />
      {stage.state === 'offer' && (
        <ContinueOffer
          respondent={stage.unfinished.respondent}
          onContinue={() => survey.continueWith(stage.unfinished, stage.atHand)}
          onStartOver={() => void survey.beginAnew(stage)}
        />
      )}
      {stage.state === 'answering' && (
        <SurveyForm
          key={stage.opened.respondent.key}
          opened={stage.opened}
          atHand={stage.atHand}
          onSubmitted={(email) => survey.thank(stage.opened.respondent.key, email, stage.atHand)}
          onGone={survey.isGone}
        />
      )}
      {stage.state === 'thanks' && (
        <ThankYou respondentKey={stage.key} email={stage.email} atHand={stage.atHand} next={home} />
      )}
      {'atHand' in stage && <WaitingRespondents store={stage.atHand.store} />}
    </div>
  )
}

/** What stands there while there is nothing to answer. */
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

/** Somebody began here. It shows none of their answers: it may not be the same person. */
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

/** The questions are not on this device, and the server did not give them, or has none. */
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
