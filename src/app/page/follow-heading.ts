import type { AnyRouter } from '@tanstack/react-router'

const product = 'Fanlight'

/** Sets the document title from the screen's `h1`, and focuses the heading after a navigation, as a page load would. */
export function followHeading(router: AnyRouter): () => void {
  const updateTitle = () => {
    const heading = headingOnScreen()?.textContent?.trim() || expectedHeading(router)
    const title = heading ? `${heading} · ${product}` : product
    if (document.title !== title) document.title = title
  }
  /** The element that had the focus after the last navigation, until the focus moves from it. */
  let focused: Element | null = null
  // Records load after the screen, so the heading changes later.
  const observer = new MutationObserver(() => {
    updateTitle()
    if (focused === null || document.activeElement === focused) return
    const hasLostFocus = document.activeElement === document.body
    if (hasLostFocus && headingOnScreen() === null) return
    focused = null
    if (hasLostFocus) focusHeading()
  })
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  const unsubscribe = router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
    updateTitle()
    if (fromLocation === undefined || !pathChanged) return
    // A focus set by the screen stays, such as in a form's first field. If the focused element disappears, the observer focuses the heading.
    focused = focusInMain()
    if (focused === null) focusHeading()
  })
  updateTitle()
  return () => {
    observer.disconnect()
    unsubscribe()
  }
}

function headingOnScreen(): HTMLElement | null {
  return document.querySelector<HTMLElement>('main h1')
}

function expectedHeading(router: AnyRouter): string | null {
  const matches: { staticData?: { heading?: string | null } }[] = router.state.matches
  return matches.at(-1)?.staticData?.heading ?? null
}

function focusInMain(): Element | null {
  const { activeElement } = document
  return document.querySelector('main')?.contains(activeElement) ? activeElement : null
}

function focusHeading(): void {
  const target = headingOnScreen() ?? document.querySelector('main')
  if (target === null) return
  target.tabIndex = -1
  target.focus({ preventScroll: true })
}
