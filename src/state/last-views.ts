/** A script in `index.html` reads this key, too, before the app's code is loaded. */
const key = 'fanlight:views'

/** A screen as it was last left; shown at the next start until the screen is ready. */
type StoredView = {
  /** URL of the first script; the view of another build is not shown. */
  build: string
  /** The query of the URL; the view of another query is not shown. */
  search: string
  /** `Date.toDateString()`; the view of another day is not shown. */
  day: string
  /** Width of the window in pixels; the view of another width is not shown. */
  width: number
  styles: string[]
  /** The HTML of the upper part of the page. */
  markup: string
}

export function storeView(path: string, view: StoredView): void {
  try {
    const stored: object = JSON.parse(localStorage.getItem(key) ?? '{}')
    localStorage.setItem(key, JSON.stringify({ ...stored, [path]: view }))
  } catch {
    // If storage is full, the next start shows no view.
  }
}

/** Called at sign-out and before a kiosk starts, because views show the agent's data. */
export function clearViews(): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Without storage there are no views.
  }
}
