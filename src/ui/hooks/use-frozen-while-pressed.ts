import { useEffect, useEffectEvent, useState } from 'react'

/** On a touch screen, the click follows a moment after the release. */
const clickDelayMs = 100

/** Returns the value, frozen during a press: a list that changes during a press could move another row under the finger. */
export function useFrozenWhilePressed<Value>(value: Value): Value {
  const [frozen, setFrozen] = useState<{ value: Value } | null>(null)
  const freeze = useEffectEvent(({ target }: PointerEvent) => {
    if (target instanceof Element && target.closest('button, a') !== null) setFrozen((before) => before ?? { value })
  })
  useEffect(() => {
    const unmounting = new AbortController()
    let unfreezing: ReturnType<typeof setTimeout> | undefined
    function listen(
      type: 'pointerdown' | 'pointerup' | 'pointercancel',
      listener: (event: PointerEvent) => void,
    ): void {
      document.addEventListener(type, listener, { signal: unmounting.signal })
    }
    const unfreezeSoon = () => (unfreezing = setTimeout(() => setFrozen(null), clickDelayMs))
    listen('pointerdown', (event) => {
      clearTimeout(unfreezing)
      freeze(event)
    })
    listen('pointerup', unfreezeSoon)
    listen('pointercancel', unfreezeSoon)
    return () => unmounting.abort()
  }, [])
  return frozen === null ? value : frozen.value
}
