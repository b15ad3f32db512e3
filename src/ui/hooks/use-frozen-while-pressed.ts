import { useEffect, useEffectEvent, useState } from 'react'

/** On a touch screen the click follows the release after a moment. */
const untilClickMs = 100

/** Freezes the value during a press: a list that changes then would move another row under the finger. */
export function useFrozenWhilePressed<Value>(value: Value): Value {
  const [held, setHeld] = useState<{ value: Value } | null>(null)
  const hold = useEffectEvent(({ target }: PointerEvent) => {
    if (target instanceof Element && target.closest('button, a') !== null) setHeld((before) => before ?? { value })
  })
  useEffect(() => {
    const leaving = new AbortController()
    let ending: ReturnType<typeof setTimeout> | undefined
    function listen(type: 'pointerdown' | 'pointerup' | 'pointercancel', heard: (event: PointerEvent) => void): void {
      document.addEventListener(type, heard, { signal: leaving.signal })
    }
    const letGo = () => (ending = setTimeout(() => setHeld(null), untilClickMs))
    listen('pointerdown', (event) => {
      clearTimeout(ending)
      hold(event)
    })
    listen('pointerup', letGo)
    listen('pointercancel', letGo)
    return () => leaving.abort()
  }, [])
  return held === null ? value : held.value
}
