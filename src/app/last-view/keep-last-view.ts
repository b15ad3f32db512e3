import { useKiosk } from '#state/kiosk.ts'
import { keepView } from '#state/kept-views.ts'
import { useSession } from '#state/session.ts'
import { isStorageSilent } from '#storage/database/storage-watchdog.ts'
import { places } from '../shell/places.ts'
import { markupOfView } from './markup-of-view.ts'

/** More than a phone shows at once; what is longer would be slow to read at the next start. */
const mostCharacters = 120_000

/** Keeps what the agent sees whenever the page is left, for `index.html` to show at the next start. */
export function keepLastViews(): void {
  document.addEventListener('visibilitychange', keepLastView)
}

function keepLastView(): void {
  if (document.visibilityState !== 'hidden' || isStorageSilent()) return
  const { pathname, search } = location
  const build = document.querySelector('script[type="module"]')?.getAttribute('src')
  const isAgents = useSession.getState().status === 'signed-in' && useKiosk.getState().running === null
  // Where the bars lead to; forms and single records are not where a day begins.
  if (!isAgents || !Object.values(places).some(({ to }) => to === pathname)) return
  const root = document.getElementById('root')
  if (root === null || build == null || root.querySelector('[data-skeleton]') !== null) return
  const markup = markupOfView(root, innerHeight * 1.5)
  if (markup.length > mostCharacters) return
  // A browser's extension may have added sheets that the page must not read.
  const styles = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
    .filter(
      ({ href, sheet }) => href.startsWith(`${location.origin}/`) && sheet !== null && areOf(root, sheet.cssRules),
    )
    .map(({ href }) => href)
  const day = new Date().toDateString()
  keepView(pathname, { build, search, day, width: innerWidth, styles, markup })
}

/** A day's way through the screens leaves many style sheets in the page; the next start waits only for those of this view. */
function areOf(root: Element, rules: CSSRuleList): boolean {
  return [...rules].some((rule) => {
    if (rule instanceof CSSStyleRule) return root.querySelector(rule.selectorText) !== null
    return rule instanceof CSSGroupingRule && areOf(root, rule.cssRules)
  })
}
