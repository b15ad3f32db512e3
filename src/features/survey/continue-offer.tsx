import { momentInWords } from '#core/domain/time/moment-words.ts'
import type { Respondent } from '#core/sync/survey/respondent.ts'
import { systemClock } from '#storage/device/system-clock.ts'
import { Button } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { lastSeen } from './respondents/respondent-commands.ts'
import styles from './survey-page.module.css'

type ContinueOfferProps = {
  respondent: Respondent
  onContinue: () => void
  onStartOver: () => void
}

/** Somebody began here. It shows none of their answers: it may not be the same person. */
export function ContinueOffer({ respondent, onContinue, onStartOver }: ContinueOfferProps) {
  return (
    <Card title="Continue where you left off?" className={styles.offer}>
      <p>
        A survey on this device is {respondent.place.progress}% complete. Its answers were last saved{' '}
        {momentInWords(lastSeen(respondent), systemClock.now())}.
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
