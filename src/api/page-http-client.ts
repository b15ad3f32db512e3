import { apiBase } from './api-base.ts'
import { type HttpClient, httpClient, type HttpCall, type CredentialSource, type Credentials } from './http-client.ts'
import type { Answer } from '#core/sync/ports.ts'
import { csrfCookieName } from '#core/contract/sync-protocol.ts'

let client: HttpClient | undefined

export function pageHttpClient(): HttpClient {
  client ??= observed(httpClient(apiBase(), pageCredentials))
  return client
}

type CallObserver = {
  began: (call: HttpCall) => void
  ended: (call: HttpCall, answer: Answer) => void
}

let observer: CallObserver | null = null

/** Reports every call of this page to `next`, which replaces an earlier observer. Returns a function that removes it. */
export function observeCalls(next: CallObserver): () => void {
  observer = next
  return () => {
    if (observer === next) observer = null
  }
}

export function observed(client: HttpClient): HttpClient {
  return async (call) => {
    observer?.began(call)
    const answer = await client(call)
    observer?.ended(call, answer)
    return answer
  }
}

/** The page's credentials, read again for each call, because another tab may have signed in or out. */
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
    // Local storage may be blocked while cookies are not.
    return null
  }
}
