import { useEffect, useEffectEvent, useState } from 'react'

/** On a touch screen the click comes a moment after the finger is up. */
const untilClickMs = 100

/**
 * The value as it was when a button or a link was touched, until it is let go: a list that changes meanwhile would move another
 * row under the finger, and the press would be lost.
 */
export function useStill<Value>(value: Value): Value {
  const [held, setHeld] = useState<{ value: Value } | null>(null)
  const hold = useEffectEvent(({ target }: PointerEvent) => {
    if (target instanceof Element && target.closest('button, a') !== null) setHeld({ value })
  })
  useEffect(() => {
    const down = (event: PointerEvent) => hold(event)
    const up = () => setTimeout(() => setHeld(null), untilClickMs)
    document.addEventListener('pointerdown', down)
    document.addEventListener('pointerup', up)
    document.addEventListener('pointercancel', up)
    return () => {
      document.removeEventListener('pointerdown', down)
      document.removeEventListener('pointerup', up)
      document.removeEventListener('pointercancel', up)
    }
  }, [])
  return held === null ? value : held.value
}
