import { usePreferences } from '#state/preferences.ts'

/** The phone's status bar has the color of the top bar in each theme. */
const barColors = { light: '#ffffff', dark: '#151922' }

/** Applies the chosen theme now and after each change; `index.html` applies it before the first paint. Returns a function that stops this. */
export function applyPreferences(): () => void {
  const prefersDark = matchMedia('(prefers-color-scheme: dark)')
  const apply = () => {
    const { theme } = usePreferences.getState()
    document.documentElement.dataset['theme'] = theme
    const isDark = theme === 'dark' || (theme === 'system' && prefersDark.matches)
    const bar = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')
    if (bar !== null) bar.content = isDark ? barColors.dark : barColors.light
  }
  apply()
  prefersDark.addEventListener('change', apply)
  const unsubscribe = usePreferences.subscribe(apply)
  return () => {
    prefersDark.removeEventListener('change', apply)
    unsubscribe()
  }
}
