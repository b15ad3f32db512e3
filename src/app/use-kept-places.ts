import { useElementScrollRestoration, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { forgetPlaces, keepPlace, scrollKey } from '#ui/lists/kept-places.ts'

/** Remembers where each list was left until `agentId` leaves, and brings the page back to its height. */
export function useKeptPlaces(agentId: number | undefined): void {
  const router = useRouter()
  const [arrival, setArrival] = useState(0)
  const kept = useElementScrollRestoration({ getElement: () => window, getKey: scrollKey })

  useEffect(() => {
    keepPlace(router.state.location)
    const ending = [
      router.subscribe('onResolved', ({ toLocation }) => keepPlace(toLocation)),
      router.subscribe('onRendered', ({ pathChanged }) => {
        if (pathChanged) setArrival((count) => count + 1)
      }),
      forgetPlaces,
    ]
    return () => ending.forEach((end) => end())
  }, [router, agentId])

  // oxlint-disable-next-line react/exhaustive-deps -- only on arrival, with what is known then
  useEffect(() => scrollAsItGrows(kept?.scrollY ?? 0), [arrival])
}

const gestures = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * Records arrive a moment after the page, so the router's own scrolling finds it still short. Ends as soon as the agent
 * scrolls.
 */
function scrollAsItGrows(top: number): (() => void) | undefined {
  // Asking where the page stands would have it laid out in the task that drew it.
  if (top === 0 || top <= window.scrollY) return undefined
  const stop = () => {
    observer.disconnect()
    for (const gesture of gestures) window.removeEventListener(gesture, stop)
  }
  const observer = new ResizeObserver(() => {
    window.scrollTo({ top, behavior: 'instant' })
    if (document.documentElement.scrollHeight - window.innerHeight >= top) stop()
  })
  observer.observe(document.body)
  for (const gesture of gestures) window.addEventListener(gesture, stop, { passive: true })
  return stop
}
