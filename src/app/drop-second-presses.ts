/** As long as the second half of a double tap may take, and as far from the first as a finger may slip. */
const doublePressMs = 500
const slipPixels = 24

type Press = { x: number; y: number; at: number; control: Element }

/**
 * Drops the second half of a double tap when what the first half pressed is gone: a sheet that closed, a page that was left.
 * It would press whatever lies at that place now, on a phone the bar below. Gives back what ends it.
 */
export function dropSecondPresses(page: Document): () => void {
  let last: Press | null = null

  function look(event: MouseEvent): void {
    const { clientX: x, clientY: y, timeStamp: at, target, detail } = event
    if (last !== null && isSecondHalf(last, { x, y, at }) && !last.control.isConnected) {
      event.preventDefault()
      event.stopImmediatePropagation()
      return
    }
    // Enter and Space press without a place.
    const isByPointer = detail > 0 && target instanceof Element
    last = isByPointer ? { x, y, at, control: target.closest('button, a, label, input') ?? target } : null
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

function isSecondHalf(first: Press, { x, y, at }: Omit<Press, 'control'>): boolean {
  return at - first.at < doublePressMs && Math.hypot(x - first.x, y - first.y) < slipPixels
}
