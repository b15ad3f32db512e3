import { type TouchEvent, useRef } from 'react'

/** Where a sheet rises from below; elsewhere it is centered and has no handle. */
const fromBelow = '(max-width: 639px)'
const lessMotion = '(prefers-reduced-motion: reduce)'

/** Pulled this far, or thrown, a sheet closes. */
const farEnough = 120
const thrownPixels = 30
const thrownPixelsPerMs = 0.5
const goodbyeMs = 160

type Pull = { startY: number; startX: number; startedAt: number; pulled: number }

/**
 * A sheet follows the finger that pulls it down, and closes when it is released far enough below. Content that can still be
 * scrolled up is scrolled instead, and a gesture that begins sideways is ignored.
 */
export function useSwipeAway(onClose: () => void) {
  const pull = useRef<Pull | null>(null)

  function onTouchStart({ touches, target, currentTarget }: TouchEvent<HTMLElement>) {
    const finger = touches.length === 1 ? touches[0] : undefined
    const isFree = target instanceof Element && matchMedia(fromBelow).matches && isAtTop(target, currentTarget)
    pull.current =
      finger !== undefined && isFree
        ? { startX: finger.clientX, startY: finger.clientY, startedAt: performance.now(), pulled: 0 }
        : null
  }

  function onTouchMove({ touches, currentTarget }: TouchEvent<HTMLElement>) {
    const finger = touches[0]
    const { current } = pull
    if (current === null || finger === undefined) return
    const down = finger.clientY - current.startY
    const isAnotherGesture = Math.abs(finger.clientX - current.startX) > Math.abs(down) || down < 0
    if (touches.length > 1 || (current.pulled === 0 && isAnotherGesture)) {
      pull.current = null
      return
    }
    current.pulled = Math.max(0, down)
    currentTarget.style.translate = `0 ${current.pulled}px`
  }

  function onTouchEnd({ currentTarget }: TouchEvent<HTMLElement>) {
    const { current } = pull
    pull.current = null
    if (current === null || current.pulled === 0) return
    const speed = current.pulled / (performance.now() - current.startedAt)
    const isThrown = current.pulled > thrownPixels && speed > thrownPixelsPerMs
    const isGoing = current.pulled > farEnough || isThrown
    const from = `0 ${current.pulled}px`
    currentTarget.style.translate = ''
    if (matchMedia(lessMotion).matches) return isGoing ? onClose() : undefined
    const way = currentTarget.animate({ translate: [from, isGoing ? '0 100%' : '0 0'] }, goodbyeMs)
    if (isGoing) way.onfinish = onClose
  }

  return { onTouchStart, onTouchMove, onTouchEnd, onTouchCancel: onTouchEnd }
}

/** Whether nothing under the finger could still be scrolled up. */
function isAtTop(touched: Element, sheet: Element): boolean {
  for (let part: Element | null = touched; part !== null; part = part === sheet ? null : part.parentElement) {
    if (part.scrollTop > 0) return false
  }
  return true
}
