const key = 'fanlight:logout-owed'

/** Replaces local storage if that is blocked; lost when the page closes. */
let isPendingInThisPage = false

/** Until the logout reaches the server, the session cookie stays valid, so a response for that session must not sign the agent in again. */
export function isLogoutPending(): boolean {
  try {
    return isPendingInThisPage || localStorage.getItem(key) !== null
  } catch {
    return isPendingInThisPage
  }
}

export function setPendingLogout(): void {
  try {
    localStorage.setItem(key, new Date().toISOString())
  } catch {
    isPendingInThisPage = true
  }
}

export function clearPendingLogout(): void {
  isPendingInThisPage = false
  try {
    localStorage.removeItem(key)
  } catch {
    // Without storage, there is nothing to remove.
  }
}
