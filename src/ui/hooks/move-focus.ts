/**
 * Keeps the keyboard where it is when the row of a pressed button goes: at the same button of the next row, else of the
 * one before, else at the group around the list.
 */
export function focusNextRow(button: HTMLElement): void {
  if (document.activeElement !== button) return
  const next = sameBesides(button) ?? button.closest('fieldset')
  next?.focus()
}

/** A record is gone from the screen once the device's database says so: long enough for a slow one. */
const watchedMs = 5_000

/** As `focusNextRow`, for a row that goes a moment later or stays: the focus moves on when the button in it is gone. */
export function focusNextRowWhenGone(button: HTMLElement, beside = sameBesides(button)): void {
  if (document.activeElement !== button) return
  const observer = new MutationObserver(() => {
    if (button.isConnected) return
    stop()
    if (document.activeElement === document.body) focusBeside(beside)
  })
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
  }
  const timer = setTimeout(stop, watchedMs)
  observer.observe(document.body, { childList: true, subtree: true })
}

/** Handles the press of a button that `action` removes: the focus moves on as by `focusNextRowWhenGone`. */
export function thenMoveFocus(action: () => void) {
  return ({ currentTarget }: { currentTarget: HTMLElement }): void => {
    focusNextRowWhenGone(currentTarget)
    action()
  }
}

/** The row beside the one that is gone, else the page. */
export function focusBeside(beside: HTMLElement | null): void {
  const target = beside?.isConnected ? beside : document.querySelector('main')
  target?.focus({ preventScroll: true })
}

const rows = 'li, article, tr'

/**
 * What stands at this button's place in the next row, or in the one before the last, or the last there in a row that has less;
 * null when it is in the only row.
 */
export function sameBesides(button: Element): HTMLElement | null {
  const row = button.closest(rows)
  const beside = [row?.nextElementSibling, row?.previousElementSibling].find((one) => one?.matches(rows))
  if (!row || !beside) return null
  const there = pressable(beside)
  return there[pressable(row).findIndex((one) => one === button)] ?? there.at(-1) ?? null
}

function pressable(row: Element): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>('a[href], button')]
}

/** As `ref` of what comes in the place of something pressed: a keyboard, and what reads the page aloud, go on from there. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus()
}
