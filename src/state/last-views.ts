/** `index.html` reads them under this name before any script runs. */
const key = 'fanlight:views'

/** What a screen looked like when it was last left, to be shown at the next start until the screen itself stands. */
type KeptView = {
  /** The address of its first script: another build may look otherwise. */
  build: string
  search: string
  /** `Date.toDateString()`: yesterday's day is not shown again. */
  day: string
  /** Of the window, in pixels. */
  width: number
  styles: string[]
  markup: string
}

/** Of each path the last one. */
export function keepView(path: string, view: KeptView): void {
  try {
    const kept: object = JSON.parse(localStorage.getItem(key) ?? '{}')
    localStorage.setItem(key, JSON.stringify({ ...kept, [path]: view }))
  } catch {
    // Without room the next start shows nothing until the screen stands.
  }
}

/** They show what is the agent's, so they go with the session, and before visitors come. */
export function forgetViews(): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was kept either.
  }
}
