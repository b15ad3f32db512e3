import { useKiosk } from '#state/kiosk.ts'
import { storeView } from '#state/last-views.ts'
import { useSession } from '#state/session.ts'
import { isStorageSilent } from '#storage/database/storage-watchdog.ts'
import { navItems } from '#app/shell/nav-items.ts'

/** More than a phone shows at once; larger markup would slow the next start. */
const maxCharacters = 120_000

/** Stores what the agent sees whenever the page is hidden, for `index.html` to show at the next start. */
export function keepLastViews(): void {
  document.addEventListener('visibilitychange', keepLastView)
}

function keepLastView(): void {
  if (document.visibilityState !== 'hidden' || isStorageSilent()) return
  const { pathname, search } = location
  const build = document.querySelector('script[type="module"]')?.getAttribute('src')
  const isAgentsPage = useSession.getState().status === 'signed-in' && useKiosk.getState().running === null
  // Only pages in the navigation: a day rarely starts at a form or a single record.
  if (!isAgentsPage || !Object.values(navItems).some(({ to }) => to === pathname)) return
  const root = document.getElementById('root')
  if (root === null || build == null || root.querySelector('[data-skeleton]') !== null) return
  const markup = markupOfView(root, innerHeight * 1.5)
  if (markup.length > maxCharacters) return
  // The page must not read style sheets that a browser extension added.
  const styles = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
    .filter(
      ({ href, sheet }) =>
        href.startsWith(`${location.origin}/`) && sheet !== null && hasMatchingRule(root, sheet.cssRules),
    )
    .map(({ href }) => href)
  const day = new Date().toDateString()
  storeView(pathname, { build, search, day, width: innerWidth, styles, markup })
}

/** True if any rule applies to the view. Many style sheets accumulate during a day; the next start loads only those in use. */
function hasMatchingRule(root: Element, rules: CSSRuleList): boolean {
  return [...rules].some((rule) => {
    if (rule instanceof CSSStyleRule) return root.querySelector(rule.selectorText) !== null
    return rule instanceof CSSGroupingRule && hasMatchingRule(root, rule.cssRules)
  })
}

/** Attributes that identify or announce an element; the real page renders its own while the view is still shown. */
const removedAttributes = ['id', 'name', 'for', 'aria-live', 'autofocus']

const syncChip = '[aria-label="Sync status"]'

/** Returns the HTML of elements that begin in the first `bottom` pixels or are fixed, without ids, `blob:` URLs and `data-private` elements. */
export function markupOfView(root: Element, bottom: number): string {
  const view = root.cloneNode(true) as Element
  removeHiddenParts(root, view, bottom)
  return view.innerHTML
}

function removeHiddenParts(element: Element, copy: Element, bottom: number): void {
  const copies = [...copy.children]
  for (const [index, child] of [...element.children].entries()) {
    const copied = copies[index]
    if (copied === undefined) continue
    if (isLeftOut(child, bottom)) copied.remove()
    else removeHiddenParts(child, copied, bottom)
  }
  copyLook(element, copy)
  if (copy.closest('svg') === null) for (const name of removedAttributes) copy.removeAttribute(name)
  if (copy.getAttribute('src')?.startsWith('blob:') === true) copy.removeAttribute('src')
}

/** Stores the style and scroll position in attributes that `index.html` applies: the content security policy refuses inline styles. */
function copyLook(element: Element, copy: Element): void {
  const style = copy.getAttribute('style')
  copy.removeAttribute('style')
  // The sync status would be out of date, so only its space is shown.
  const shown = element.matches(syncChip) ? 'visibility: hidden' : style
  if (shown !== null) copy.setAttribute('data-style', shown)
  if (element.scrollTop > 0) copy.setAttribute('data-scroll', String(element.scrollTop))
}

function isLeftOut(element: Element, bottom: number): boolean {
  if (element.tagName === 'SCRIPT' || element.hasAttribute('data-private')) return true
  const box = element.getBoundingClientRect()
  return box.top + scrollY > bottom && getComputedStyle(element).position !== 'fixed'
}
