import { useEffect, useEffectEvent, useState } from 'react'

type Countdown = {
  /** Whole seconds until the end, rounded up. */
  secondsLeft: number
  /** Begins anew, because somebody is there after all. */
  restart: () => void
}

/** Counts down once and says when it is over. By the clock and not by ticks: a tablet that slept is late, and knows it. */
export function useCountdown({ seconds, onEnd }: { seconds: number; onEnd: () => void }): Countdown {
  const [endsAt, setEndsAt] = useState(() => Date.now() + seconds * 1000)
  const [secondsLeft, setSecondsLeft] = useState(seconds)
  const end = useEffectEvent(onEnd)

  useEffect(() => {
    const timer = setInterval(() => {
      const left = Math.ceil((endsAt - Date.now()) / 1000)
      setSecondsLeft(Math.max(0, left))
      if (left > 0) return
      clearInterval(timer)
      end()
    }, 250)
    return () => clearInterval(timer)
  }, [endsAt])

  return {
    secondsLeft,
    restart: () => {
      setEndsAt(Date.now() + seconds * 1000)
      setSecondsLeft(seconds)
    },
  }
}
