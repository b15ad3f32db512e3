/** As long as the second half of a double tap may take, and as far from the first as a finger may slip. */
const doublePressMs = 500
const slipPixels = 24

/** Controls whose two presses in a row are never meant: what stands there, or what it means, is another after the first. */
const pressedOnce = '[data-press="once"]'

type Press = {
  x: number
  y: number
  at: number
  /** Enter and Space press without a place. */
  isByKey: boolean
  /** Where it was: the sheet or question, if it was in one, the page, and what is pressed once. */
  dialog: Element | null
  path: string
  once: Element | null
}

/**
 * Drops the second half of a double press where it would be no decision of its own: when the first half closed the sheet or
 * left the page that it was on, so that something else lies at that place now, on a phone the bar below; and upon what says
 * `data-press="once"`. A list whose rows move up under the finger is no such case: there each press is meant. By time and
 * place, because not every browser counts the taps of a finger. `until` ends it.
 */
export function dropSecondPresses(page: Document, until: { signal?: AbortSignal } = {}): void {
  let last: Press | null = null

  function look(event: MouseEvent): void {
    const press = pressOf(event, page.location.pathname)
    if (last !== null && isSecondHalf(last, press) && !isMeant(last, press)) {
      event.preventDefault()
      event.stopImmediatePropagation()
      return
    }
    last = press
  }

  /** A press after something else was done is on purpose. */
  function forget(): void {
    last = null
  }

  function forgetAtKey({ key }: KeyboardEvent): void {
    if (key !== 'Enter' && key !== ' ') forget()
  }

  const first = { capture: true, ...until }
  page.addEventListener('click', look, first)
  page.addEventListener('input', forget, first)
  page.addEventListener('keydown', forgetAtKey, first)
}

function pressOf({ clientX: x, clientY: y, timeStamp: at, target, detail }: MouseEvent, path: string): Press {
  const pressed = target instanceof Element ? target : null
  const dialog = pressed?.closest('[role=dialog], [role=alertdialog]') ?? null
  return { x, y, at, isByKey: detail === 0, path, dialog, once: pressed?.closest(pressedOnce) ?? null }
}

function isSecondHalf(first: Press, { x, y, at, isByKey }: Press): boolean {
  if (at - first.at >= doublePressMs || first.isByKey !== isByKey) return false
  return isByKey || Math.hypot(x - first.x, y - first.y) < slipPixels
}

function isMeant(first: Press, second: Press): boolean {
  if (first.once !== null && (first.once === second.once || !first.once.isConnected)) return false
  // A key presses what has the focus, which is no matter of place.
  return first.isByKey || (first.path === second.path && first.dialog?.isConnected !== false)
}
