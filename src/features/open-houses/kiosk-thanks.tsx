import { useEffect, useRef } from 'react'
import type { KioskLanguage } from '#core/domain/visits/consent-wordings.ts'
import { BrandMark } from '#ui/icons/brand-mark.tsx'
import { Button } from '#ui/basics/button.tsx'
import { useCountdown } from '#ui/hooks/use-countdown.ts'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import styles from './kiosk-thanks.module.css'
import type { KioskWords } from './kiosk-words.ts'

type KioskThanksProps = {
  firstName: string
  agentName: string
  words: KioskWords
  language: KioskLanguage
  onDone: () => void
}

/** Long enough to read it, short enough for the queue at the door. */
const thanksSeconds = 10

export function KioskThanks({ firstName, agentName, words, language, onDone }: KioskThanksProps) {
  const { secondsLeft } = useCountdown({ seconds: thanksSeconds, onEnd: onDone })
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    window.scrollTo(0, 0)
    heading.current?.focus()
  }, [])
  return (
    <div className={styles.thanks} lang={language}>
      <BrandMark size={112} />
      <h1 ref={heading} className={styles.heading} tabIndex={-1}>
        {words.thanks(firstName)}
      </h1>
      <p className={styles.enjoy}>{words.enjoy(agentName)}</p>
      <p className={styles.closing} aria-hidden>
        {words.closing(secondsLeft)}
      </p>
      <VisuallyHidden>
        {/* Said once; the numbers change too often to be read out. */}
        <span role="status">{words.closing(thanksSeconds)}</span>
      </VisuallyHidden>
      <Button size="kiosk" onClick={onDone}>
        {words.done}
      </Button>
    </div>
  )
}
