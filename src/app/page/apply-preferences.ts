import { usePreferences } from '#state/preferences.ts'

/** The bar of the phone joins the top bar; these are its surfaces. */
const barColours = { light: '#ffffff', dark: '#151922' }

/** Keeps the page's theme at what was chosen; `index.html` has set it before the first paint. */
export function applyPreferences(): () => void {
  const prefersDark = matchMedia('(prefers-color-scheme: dark)')
  const apply = () => {
    const { theme } = usePreferences.getState()
    document.documentElement.dataset['theme'] = theme
    const isDark = theme === 'dark' || (theme === 'system' && prefersDark.matches)
    const bar = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')
    if (bar !== null) bar.content = isDark ? barColours.dark : barColours.light
  }
  apply()
  prefersDark.addEventListener('change', apply)
  const unsubscribe = usePreferences.subscribe(apply)
  return () => {
    prefersDark.removeEventListener('change', apply)
    unsubscribe()
  }
}
