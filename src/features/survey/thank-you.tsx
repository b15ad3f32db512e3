import { type ReactNode, useEffect, useRef } from 'react'
import { useLiveQuery } from '#storage/use-live-query.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { CircleCheckIcon } from '#ui/icon.tsx'
import type { SurveyAtHand } from './open-survey.ts'
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
  const respondent = useLiveQuery(() => atHand.store.respondent(respondentKey), [atHand, respondentKey])

  function tryAgain() {
    void atHand.store
      .change(respondentKey, (refused) => ({ ...refused, refusal: null, nextAt: 0 }))
      .then(() => atHand.sending.somethingWaits())
  }

  return (
    <section className={styles.thanks} aria-labelledby="survey-thanks">
      <span className={styles.done}>
        <CircleCheckIcon size={44} />
      </span>
      <h1 id="survey-thanks" ref={heading} tabIndex={-1}>
        Thank You
      </h1>
      <p>Your answers help to build better tools for real-estate professionals.</p>
      {email !== '' && (
        <p>
          Updates about early access will be sent to <strong>{email}</strong>.
        </p>
      )}
      {respondent != null && respondent.refusal !== null && (
        <Banner tone="danger" role="alert">
          <p>Failed to submit questionnaire. Please try again.</p>
          <Button onClick={tryAgain}>Try Again</Button>
        </Banner>
      )}
      {next}
    </section>
  )
}
