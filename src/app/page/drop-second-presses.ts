/** Longest time and distance between the two presses of a double tap. */
const doublePressMs = 500
const slipPixels = 24

/** Controls that change their meaning or position after a press, so that a second press right after it is never deliberate. */
const pressedOnce = '[data-press="once"]'

type Press = {
  x: number
  y: number
  at: number
  /** Enter and Space press without a position. */
  isByKey: boolean
  /** The dialog and the `data-press="once"` control that contain the pressed element, if any, and the page's path. */
  dialog: Element | null
  path: string
  once: Element | null
}

/** Drops the second press of a double tap where it would hit something else. Uses time and distance, because not every browser counts taps. */
export function dropSecondPresses(page: Document, until: { signal?: AbortSignal } = {}): void {
  let last: Press | null = null

  function onClick(event: MouseEvent): void {
    const press = pressOf(event, page.location.pathname)
    if (last !== null && isDoublePress(last, press) && !isDeliberate(last, press)) {
      event.preventDefault()
      event.stopImmediatePropagation()
      return
    }
    last = press
  }

  /** A press after another action is deliberate. */
  function forget(): void {
    last = null
  }

  function forgetAtKey({ key }: KeyboardEvent): void {
    if (key !== 'Enter' && key !== ' ') forget()
  }

  const options = { capture: true, ...until }
  page.addEventListener('click', onClick, options)
  page.addEventListener('input', forget, options)
  page.addEventListener('keydown', forgetAtKey, options)
}

function pressOf({ clientX: x, clientY: y, timeStamp: at, target, detail }: MouseEvent, path: string): Press {
  const pressed = target instanceof Element ? target : null
  const dialog = pressed?.closest('[role=dialog], [role=alertdialog]') ?? null
  return { x, y, at, isByKey: detail === 0, path, dialog, once: pressed?.closest(pressedOnce) ?? null }
}

function isDoublePress(first: Press, { x, y, at, isByKey }: Press): boolean {
  if (at - first.at >= doublePressMs || first.isByKey !== isByKey) return false
  return isByKey || Math.hypot(x - first.x, y - first.y) < slipPixels
}

/** Whether the second press is meant for what it hits: not the same `data-press="once"` control, on the same page, with its dialog still open. */
function isDeliberate(first: Press, second: Press): boolean {
  if (first.once !== null && (first.once === second.once || !first.once.isConnected)) return false
  // A key presses the focused control, never one that has just appeared under the finger.
  return first.isByKey || (first.path === second.path && first.dialog?.isConnected !== false)
}
