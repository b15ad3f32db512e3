/**
 * Keeps the keyboard where it is when the row of a pressed button goes: at the same button of the next row, else of the
 * one before, else at the group around the list.
 */
export function focusNextRow(button: HTMLElement): void {
  if (document.activeElement !== button) return
  const next = sameBesides(button) ?? button.closest('fieldset')
  next?.focus()
}

const rows = 'li, article, tr'

/** What stands at this button's place in the next row, or in the one before the last; null when it is in the only row. */
export function sameBesides(button: Element): HTMLElement | null {
  const row = button.closest(rows)
  const beside = [row?.nextElementSibling, row?.previousElementSibling].find((one) => one?.matches(rows))
  if (!row || !beside) return null
  const place = pressable(row).indexOf(button)
  return pressable(beside)[place] ?? null
}

function pressable(row: Element): Element[] & HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>('a[href], button')]
}
