import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '#ui/basics/button.tsx'
import styles from './survey-kiosk.module.css'
import { kioskSilenceMs } from './respondents/open-survey.ts'

const warningMs = 15_000
const signsOfLife = ['pointerdown', 'keydown', 'input', 'wheel', 'touchmove'] as const

type KioskSilenceProps = {
  /** Somebody has begun; an untouched page may stand for ever. */
  isBegun: boolean
  onSilent: () => void
}

/** Notices that a visitor has gone, after a minute without a touch, and says so before it acts. */
export function KioskSilence({ isBegun, onSilent }: KioskSilenceProps) {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null)
  const silent = useEffectEvent(onSilent)

  useEffect(() => {
    if (!isBegun) return undefined
    let touchedAt = Date.now()
    const touch = () => {
      touchedAt = Date.now()
      setSecondsLeft(null)
    }
    // By the clock and not by ticks: a tablet that slept is late, and knows it.
    const timer = setInterval(() => {
      const left = touchedAt + kioskSilenceMs - Date.now()
      if (left <= 0) {
        clearInterval(timer)
        silent()
      } else if (left <= warningMs) setSecondsLeft(Math.ceil(left / 1000))
    }, 500)
    for (const sign of signsOfLife) addEventListener(sign, touch, { passive: true })
    return () => {
      clearInterval(timer)
      for (const sign of signsOfLife) removeEventListener(sign, touch)
    }
  }, [isBegun])

  if (secondsLeft === null) return null
  return (
    <div className={styles.silence} role="alert">
      <p>
        Still there? The survey starts over in <span aria-hidden>{secondsLeft} s</span>
        <span className={styles.spoken}>a few seconds</span>.
      </p>
      {/* Any touch is a sign of life; this is the one that can be found. */}
      <Button variant="primary" size="kiosk">
        Continue
      </Button>
    </div>
  )
}
