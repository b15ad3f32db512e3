import { Button } from '#ui/basics/button.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import styles from './kiosk-timeout.module.css'
import type { KioskWords } from './kiosk-words.ts'

/** From here on the seconds are shown; enough of them for slow hands. */
const warningSeconds = 20

type KioskTimeoutProps = { secondsLeft: number; words: KioskWords; onStay: () => void }

/** Says that the form is about to start over, with a button to stay. */
export function KioskTimeout({ secondsLeft, words, onStay }: KioskTimeoutProps) {
  const isClose = secondsLeft <= warningSeconds
  return (
    <div className={styles.timeout}>
      {isClose && (
        <>
          <span aria-hidden>{words.startingOver(secondsLeft)}</span>
          <Button variant="quiet" onClick={onStay}>
            {words.stillHere}
          </Button>
        </>
      )}
      <VisuallyHidden>
        <span role="status">{isClose ? words.startingOverSoon : ''}</span>
      </VisuallyHidden>
    </div>
  )
}
