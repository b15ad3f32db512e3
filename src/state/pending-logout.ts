const key = 'fanlight:logout-owed'

/** Where local storage is refused, the debt lasts as long as the page. */
let isOwedByThisPage = false

/**
 * An agent signed out here while the server could not be reached. Until it is, its session cookie still stands, and no
 * answer of the server may sign anybody in by itself.
 */
export function isLogoutPending(): boolean {
  try {
    return isOwedByThisPage || localStorage.getItem(key) !== null
  } catch {
    return isOwedByThisPage
  }
}

export function setPendingLogout(): void {
  try {
    localStorage.setItem(key, new Date().toISOString())
  } catch {
    isOwedByThisPage = true
  }
}

export function clearPendingLogout(): void {
  isOwedByThisPage = false
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was kept there.
  }
}
