/**
 * Keeps the keyboard where it is when the row of a pressed button goes: at the same button of the next row, else of the
 * one before, else at the group around the list.
 */
export function focusNextRow(button: HTMLElement): void {
  const row = button.closest('li')
  if (row === null || document.activeElement !== button) return
  const place = [...row.querySelectorAll('button')].indexOf(button as HTMLButtonElement)
  const beside = row.nextElementSibling ?? row.previousElementSibling
  const next = beside?.querySelectorAll('button')[place] ?? row.closest('fieldset')
  next?.focus()
}
