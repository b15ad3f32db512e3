import { useCallback, useState } from 'react'
import { Button } from '#ui/basics/button.tsx'
import { useCountdown } from '#ui/hooks/use-countdown.ts'
import { leaveRespondent } from './respondents/respondent-commands.ts'
import { SurveyForm } from './survey-form.tsx'
import styles from './survey.module.css'
import { SurveyNotice, ThankYou } from './survey-page.tsx'
import type { SurveyServices } from './respondents/open-survey.ts'
import { useSurvey } from './respondents/use-survey.ts'

/** The survey on a shared tablet: one visitor after another, each on an empty page. */
export function SurveyKiosk() {
  const [visitor, setVisitor] = useState(0)
  const next = useCallback(() => {
    scrollTo(0, 0)
    forgetLastMatch()
    setVisitor((before) => before + 1)
  }, [])
  return (
    <div className={styles.kiosk}>
      <OneVisitor key={visitor} onNext={next} />
    </div>
  )
}

/** Replaces the last text that matched a pattern, which the JavaScript engine stores: it may be a visitor's address. */
function forgetLastMatch() {
  ;/./.test('nobody')
}

function OneVisitor({ onNext }: { onNext: () => void }) {
  const isKiosk = true
  const survey = useSurvey(isKiosk, onNext)
  const { stage } = survey
  if (stage.state === 'answering') {
    // The form gets the survey's storage and sender. `onGone`: another page took over the respondent. `onSilent`: no touch for a minute.
    const { opened, services } = stage
    return (
      <SurveyForm
        opened={opened}
        services={services}
        onSubmitted={(email) => survey.thank(opened.respondent.key, email, services)}
        onGone={onNext}
        onSilent={() => void sendAbandoned(opened.respondent.key, services).finally(onNext)}
      />
    )
  }
  if (stage.state === 'thanks') {
    return (
      <ThankYou
        respondentKey={stage.key}
        email={stage.email}
        services={stage.services}
        next={<NextVisitor onNext={onNext} />}
      />
    )
  }
  return (
    <>
      <h1 tabIndex={-1}>Real Estate Technology Survey</h1>
      <SurveyNotice stage={stage} onBegin={onNext} />
    </>
  )
}

/** Sends the answers of a respondent who left midway; a session without answers is used by the next visitor. */
async function sendAbandoned(key: string, { store, sending }: SurveyServices): Promise<void> {
  const respondent = await store.respondent(key)
  if (respondent === undefined || respondent.answered === 0) return
  await leaveRespondent(store, key)
  sending.notifyPending()
}

const thanksSeconds = 10

function NextVisitor({ onNext }: { onNext: () => void }) {
  const { secondsLeft } = useCountdown({ seconds: thanksSeconds, onEnd: onNext })
  return (
    <>
      <Button variant="primary" size="kiosk" onClick={onNext}>
        Next Visitor
      </Button>
      <p className={styles.counting}>The survey starts over in {secondsLeft} s.</p>
    </>
  )
}
