import { sameBesides } from './focus-next-row.ts'

/** A record is gone from the screen once the device's database says so: long enough for a slow one. */
const watchedMs = 5_000

/**
 * Returns what gives the focus back when the dialog that `opener` opened is closed. The row of a deleted record goes with
 * the button in it, then or a moment later: the focus moves on to the row beside it, else to the page.
 */
export function focusAfterDialog(opener: Element | null): () => void {
  const beside = opener === null ? null : sameBesides(opener)

  function moveOn(): void {
    const target = beside?.isConnected ? beside : document.querySelector('main')
    target?.focus({ preventScroll: true })
  }

  function watch(button: HTMLElement): void {
    const observer = new MutationObserver(() => {
      if (button.isConnected) return
      stop()
      if (document.activeElement === document.body) moveOn()
    })
    const stop = () => {
      observer.disconnect()
      clearTimeout(timer)
    }
    const timer = setTimeout(stop, watchedMs)
    observer.observe(document.body, { childList: true, subtree: true })
  }

  return () => {
    if (!(opener instanceof HTMLElement) || !opener.isConnected || opener === document.body) return moveOn()
    opener.focus({ preventScroll: true })
    watch(opener)
  }
}
