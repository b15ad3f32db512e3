const key = 'fanlight:logout-owed'

/**
 * Somebody signed out here while the server could not be told. Until it is, its session cookie still stands, and no
 * answer of the server may sign anybody in by itself.
 */
export function isLogoutOwed(): boolean {
  return localStorage.getItem(key) !== null
}

export function oweLogout(): void {
  localStorage.setItem(key, new Date().toISOString())
}

export function logoutIsPaid(): void {
  localStorage.removeItem(key)
}
