import { focusBeside, focusNextRowWhenGone, sameBesides } from '#ui/lists/focus-next-row.ts'

/**
 * Returns what gives the focus back when the dialog that `opener` opened is closed. The row of a deleted record goes with
 * the button in it, then or a moment later: the focus moves on to the row beside it, else to the page.
 */
export function focusAfterDialog(opener: Element | null): () => void {
  const beside = opener === null ? null : sameBesides(opener)
  return () => {
    if (!(opener instanceof HTMLElement) || !opener.isConnected || opener === document.body) return focusBeside(beside)
    opener.focus({ preventScroll: true })
    focusNextRowWhenGone(opener, beside)
  }
}
