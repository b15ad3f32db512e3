import type { AnyRouter } from '@tanstack/react-router'

const product = 'Fanlight'

/**
 * Keeps the document's title at "<heading> · Fanlight", where the heading is whatever `h1` the screen shows, and moves
 * the focus there after a navigation, as a page load would. Returns a function that stops it.
 */
export function followHeading(router: AnyRouter): () => void {
  const retitle = () => {
    const heading = headingOnScreen()?.textContent?.trim() || expectedHeading(router)
    const title = heading ? `${heading} · ${product}` : product
    if (document.title !== title) document.title = title
  }
  let leaving: Element | null = null
  // Records load and addresses arrive after the screen does, so the heading is watched and not asked once.
  const observer = new MutationObserver(() => {
    retitle()
    if (leaving === null || document.activeElement === leaving) return
    const hasLost = document.activeElement === document.body
    if (hasLost && headingOnScreen() === null) return
    leaving = null
    if (hasLost) focusHeading()
  })
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  const unsubscribe = router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
    retitle()
    if (fromLocation === undefined || !pathChanged) return
    // A screen that put the focus somewhere itself, such as a form in its first field, keeps it. The button of a login is there
    // until the workspace has opened, and takes the focus along when it goes.
    leaving = focusInMain()
    if (leaving === null) focusHeading()
  })
  retitle()
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
