import { useEffect, useEffectEvent, useState } from 'react'

type Countdown = {
  secondsLeft: number
  restart: () => void
}

/** Counts down from `seconds`, then calls `onEnd`. Compares clock times instead of counting ticks, so that it is right after the tablet slept. */
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
