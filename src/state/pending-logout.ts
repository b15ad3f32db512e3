const key = 'fanlight:logout-owed'

/** Used if local storage is blocked; lost when the page closes. */
let isOwedByThisPage = false

/** A logout that did not reach the server. Until it does, the cookie is valid, and no response may sign anyone in. */
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
    // Without storage, there is nothing to remove.
  }
}
