/** Moves the focus from a row that disappears to the same button of a neighboring row, else to the fieldset. */
export function focusNextRow(button: HTMLElement): void {
  if (document.activeElement !== button) return
  const next = matchingButtonInNextRow(button) ?? button.closest('fieldset')
  next?.focus()
}

/** A row disappears when the device database confirms the deletion; long enough for a slow one. */
const watchedMs = 5_000

/** Like `focusNextRow`, for a row that disappears later or stays: the focus moves once the button is gone. */
export function focusNextRowWhenGone(button: HTMLElement, beside = matchingButtonInNextRow(button)): void {
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

/** Returns a handler that runs `action` and moves the focus if it removes the pressed button. */
export function thenMoveFocus(action: () => void) {
  return ({ currentTarget }: { currentTarget: HTMLElement }): void => {
    focusNextRowWhenGone(currentTarget)
    action()
  }
}

export function focusBeside(beside: HTMLElement | null): void {
  const target = beside?.isConnected ? beside : document.querySelector('main')
  target?.focus({ preventScroll: true })
}

const rows = 'li, article, tr'

/** Returns the same button of a neighboring row, or that row's last one; null for an only row. */
export function matchingButtonInNextRow(button: Element): HTMLElement | null {
  const row = button.closest(rows)
  const beside = [row?.nextElementSibling, row?.previousElementSibling].find((one) => one?.matches(rows))
  if (!row || !beside) return null
  const there = pressable(beside)
  return there[pressable(row).findIndex((one) => one === button)] ?? there.at(-1) ?? null
}

function pressable(row: Element): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>('a[href], button')]
}

/** A `ref` for an element that replaces a pressed one, so that keyboards and screen readers continue there. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus()
}
