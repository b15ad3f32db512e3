/** As long as the second half of a double tap may take, and as far from the first as a finger may slip. */
const doublePressMs = 500
const slipPixels = 24

type Press = {
  x: number
  y: number
  at: number
  /** Where it was: the sheet or question, if it was in one, and the page. */
  dialog: Element | null
  path: string
}

/**
 * Drops the second half of a double tap when the first half closed the sheet or left the page that it was on. It would
 * press whatever lies at that place now, on a phone the bar below. A list whose rows move up under the finger is no such
 * case: there each press is meant. Gives back what ends it.
 */
export function dropSecondPresses(page: Document): () => void {
  let last: Press | null = null

  function look(event: MouseEvent): void {
    const { clientX: x, clientY: y, timeStamp: at, target, detail } = event
    const { pathname: path } = page.location
    const isElsewhere = last !== null && (last.path !== path || last.dialog?.isConnected === false)
    if (
      last !== null &&
      isElsewhere &&
      at - last.at < doublePressMs &&
      Math.hypot(x - last.x, y - last.y) < slipPixels
    ) {
      event.preventDefault()
      event.stopImmediatePropagation()
      return
    }
    // Enter and Space press without a place.
    const isByPointer = detail > 0 && target instanceof Element
    last = isByPointer ? { x, y, at, path, dialog: target.closest('[role=dialog], [role=alertdialog]') } : null
  }

  /** Whoever has done something else in between presses on purpose. */
  function forget(): void {
    last = null
  }

  page.addEventListener('click', look, { capture: true })
  page.addEventListener('input', forget, { capture: true })
  page.addEventListener('keydown', forget, { capture: true })
  return () => {
    page.removeEventListener('click', look, { capture: true })
    page.removeEventListener('input', forget, { capture: true })
    page.removeEventListener('keydown', forget, { capture: true })
  }
}
