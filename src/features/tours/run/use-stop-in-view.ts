import { type RefObject, useEffect, useRef } from 'react'

/**
 * For what begins with the stop that is next: scrolls back to it once it is another one, because the thumb's button can be
 * pressed from anywhere on the page.
 */
export function useStopInView(stop: string | undefined): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null)
  const before = useRef(stop)
  useEffect(() => {
    if (before.current === stop) return
    before.current = stop
    element.current?.firstElementChild?.scrollIntoView({ block: 'nearest' })
  }, [stop])
  return element
}
