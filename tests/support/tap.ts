import type { Locator } from 'vitest/browser'

export type Place = { x: number; y: number; at: number }

/** Taps the middle of an element; returns the place and time. */
export function tap(target: Locator): Place {
  const { x, y, width, height } = target.element().getBoundingClientRect()
  const place = { x: x + width / 2, y: y + height / 2, at: performance.now() }
  tapAt(target, place)
  return place
}

/** The second half of a double tap, on what is at the place by then, however slow the machine is. */
export function tapAgain(target: Locator, first: Place): void {
  tapAt(target, { ...first, at: first.at + 250 })
}

function tapAt(target: Locator, { x: clientX, y: clientY, at }: Place): void {
  const click = new MouseEvent('click', { bubbles: true, cancelable: true, clientX, clientY, detail: 1 })
  Object.defineProperty(click, 'timeStamp', { value: at })
  target.element().dispatchEvent(click)
}
