import { type ReactNode, useEffect, useRef } from 'react'
import type { Respondent } from '#core/sync/survey/respondent.ts'
import { type SurveyRound, useSurveyRound } from '#state/survey-round.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/basics/button.tsx'
import { CircleCheckIcon, SafeOnDeviceIcon } from '#ui/icons/icon.tsx'
import type { SurveyAtHand } from './respondents/open-survey.ts'
import styles from './survey-page.module.css'

type ThankYouProps = {
  respondentKey: string
  /** Empty when none was given. */
  email: string
  atHand: SurveyAtHand
  /** What there is to press next. */
  next: ReactNode
}

/** The end of the survey. The answers are on this device or on the server already, and nowhere on this screen. */
export function ThankYou({ respondentKey, email, atHand, next }: ThankYouProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    scrollTo(0, 0)
    heading.current?.focus()
  }, [])
  const { store, sending } = atHand
  const respondent = useLiveQuery(async () => (await store.respondent(respondentKey)) ?? null, [store, respondentKey])
  const round = useSurveyRound((survey) => survey.round)
  const fate = fateOf(respondent, round)
  const isThanked = fate === 'sent' || fate === 'waits'

  function tryAgain() {
    void store
      .change(respondentKey, (refused) => ({ ...refused, refusal: null, failures: 0, nextAt: 0 }))
      .then(() => sending.somethingWaits())
      // The same sentence and the same button are still there.
      .catch((error: unknown) => console.warn('The survey could not be sent again.', error))
  }

  return (
    <section className={styles.thanks} aria-labelledby="survey-thanks">
      {fate !== 'refused' && (
        <span className={styles.done}>
          {fate === 'sent' ? <CircleCheckIcon size={44} /> : <SafeOnDeviceIcon size={44} />}
        </span>
      )}
      <h1 id="survey-thanks" ref={heading} tabIndex={-1}>
        {headings[fate]}
      </h1>
      {isThanked && <p>Your answers help build better tools for real-estate professionals.</p>}
      {fate === 'waits' && <p>Your answers are saved on this device. They’ll be sent automatically.</p>}
      {fate === 'sending' && <p>Your answers are saved on this device.</p>}
      {isThanked && email !== '' && (
        <p>
          Updates about early access will be sent to <strong>{email}</strong>.
        </p>
      )}
      {fate === 'refused' && (
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

/** `waits`: the server could not be reached, or cannot take it for now. */
type Fate = 'sending' | 'sent' | 'waits' | 'refused'

const headings: Record<Fate, string> = {
  sending: 'Sending your answers',
  sent: 'Thank You',
  waits: 'Thank You',
  refused: 'Not submitted yet',
}

/** `undefined` while it is read; nothing is left of a respondent whom the server has. */
function fateOf(respondent: Respondent | null | undefined, round: SurveyRound): Fate {
  if (respondent === undefined) return 'sending'
  if (respondent === null) return 'sent'
  if (respondent.refusal !== null) return 'refused'
  return respondent.failures > 0 || round === 'unreached' ? 'waits' : 'sending'
}
