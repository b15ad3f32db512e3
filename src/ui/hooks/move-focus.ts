/** Moves the focus from a button whose row disappears to the same button of a neighboring row, else to the button's fieldset. */
export function focusNextRow(button: HTMLElement): void {
  if (document.activeElement !== button) return
  const next = matchingButtonInNextRow(button) ?? button.closest('fieldset')
  next?.focus()
}

/** A row disappears when the device database confirms the deletion, which may be slow. */
const longestWaitMs = 5_000

/** Like `focusNextRow`, for a row that may disappear later: the focus moves to `beside` when the button is removed from the page. */
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
  const timer = setTimeout(stop, longestWaitMs)
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

/** Returns the same button of the next or previous row, or that row's last button; null if there is no other row. */
export function matchingButtonInNextRow(button: Element): HTMLElement | null {
  const row = button.closest(rows)
  const neighbor = [row?.nextElementSibling, row?.previousElementSibling].find((sibling) => sibling?.matches(rows))
  if (!row || !neighbor) return null
  const candidates = pressable(neighbor)
  return candidates[pressable(row).findIndex((element) => element === button)] ?? candidates.at(-1) ?? null
}

function pressable(row: Element): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>('a[href], button')]
}

/** A `ref` callback for an element that replaces a pressed one, so that keyboards and screen readers continue there. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus()
}
