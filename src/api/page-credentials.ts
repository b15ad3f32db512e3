import { csrfCookieName } from '#core/contract/sync-protocol.ts'
import type { CredentialSource, Credentials } from './credentials.ts'

/** The page's credentials as they are at this moment; another tab may have signed in or out since. */
export const pageCredentials: CredentialSource = (): Credentials => ({
  antiForgery: readCookie(csrfCookieName),
  bearer: readAccessToken(),
})

function readCookie(name: string): string | null {
  const start = `${name}=`
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(start))
  return found === undefined ? null : decodeURIComponent(found.slice(start.length))
}

function readAccessToken(): string | null {
  try {
    return localStorage.getItem('access_token')
  } catch {
    // Local storage may be forbidden while cookies are not.
    return null
  }
}
