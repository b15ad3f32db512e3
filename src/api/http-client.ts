import ky from 'ky'
import { headerNames } from '#core/contract/sync-protocol.ts'
import type { Fields, Json } from '#core/contract/json.ts'
import type { AbortSignalLike, Answer, RemoteServer, Request } from '#core/sync/ports.ts'

const defaultTimeoutMs = 30_000
const slowRequestMs = 5000

export type HttpCall = {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** Relative to the API, with trailing slash and query. */
  path: string
  /** JSON text, or a form, for which the browser sets the content type. */
  body?: string | FormData | undefined
  headers?: Record<string, string>
  timeoutMs?: number
  signal?: AbortSignalLike | undefined
}

/** Never rejects and never retries: every outcome is an `Answer`. */
export type HttpClient = (call: HttpCall) => Promise<Answer>

export function httpClient(base: string, credentials: CredentialSource): HttpClient {
  const send = ky.create({
    prefixUrl: base,
    credentials: 'include',
    // The outbox retries.
    retry: 0,
    // A cached answer would not prove that the server can be reached (faults C15, C17).
    cache: 'no-store',
    throwHttpErrors: false,
    // ky's own timeout ends with the headers; this one also covers the body.
    timeout: false,
  })

  return async ({ method, path, body, headers = {}, timeoutMs = defaultTimeoutMs, signal }) => {
    if (signal?.aborted) return { kind: 'unanswered', cause: 'aborted', mayHaveArrived: false }
    const isWrite = method !== 'GET'
    const controller = new AbortController()
    const startedAt = performance.now()
    const wasOffline = browserSaysOffline()
    let isLate = false
    const limit = setTimeout(() => {
      isLate = true
      controller.abort()
    }, timeoutMs)
    const abort = () => controller.abort()
    signal?.addEventListener('abort', abort, { once: true })
    let response: Response | null = null
    try {
      response = await send(path, {
        method,
        headers: { ...headers, ...contentType(body), ...credentialHeaders(credentials, isWrite) },
        ...(body === undefined ? {} : { body }),
        // A write follows no redirect, because a captive portal redirects to its own page (fault C5).
        redirect: isWrite ? 'manual' : 'follow',
        signal: controller.signal,
      })
      if (response.type === 'opaqueredirect') {
        return { kind: 'answered', status: 302, headers: {}, body: undefined, bodyKind: 'other' }
      }
      return readAnswer(response, await response.text())
    } catch {
      if (isLate) return { kind: 'unanswered', cause: 'timeout', mayHaveArrived: true }
      if (controller.signal.aborted) return { kind: 'unanswered', cause: 'aborted', mayHaveArrived: true }
      if (response !== null) {
        return {
          kind: 'answered',
          status: response.status,
          headers: headersOf(response),
          body: undefined,
          bodyKind: 'cut-off',
        }
      }
      // Offline at the start and at the end: nothing has left the device, unless the server runs on it.
      const wasNotSent = wasOffline && browserSaysOffline() && !isLoopback(base)
      return { kind: 'unanswered', cause: 'offline', mayHaveArrived: !wasNotSent }
    } finally {
      clearTimeout(limit)
      signal?.removeEventListener('abort', abort)
      warnWhenSlow(method, path, performance.now() - startedAt)
    }
  }
}

function contentType(body: string | FormData | undefined): Record<string, string> {
  return typeof body === 'string' ? { 'Content-Type': 'application/json' } : {}
}

function credentialHeaders(credentials: CredentialSource, isWrite: boolean): Record<string, string> {
  const { antiForgery, bearer } = credentials()
  return {
    Accept: 'application/json',
    ...(isWrite && antiForgery !== null ? { [headerNames.csrf]: antiForgery } : {}),
    ...(bearer === null ? {} : { Authorization: `Bearer ${bearer}` }),
  }
}

function readAnswer(response: Response, text: string): Answer {
  const answer = { kind: 'answered', status: response.status, headers: headersOf(response) } as const
  if (text === '') return { ...answer, body: undefined, bodyKind: 'empty' }
  if (!/[/+]json\b/i.test(response.headers.get('content-type') ?? '')) {
    return { ...answer, body: undefined, bodyKind: 'other' }
  }
  try {
    return { ...answer, body: JSON.parse(text) as Json, bodyKind: 'json' }
  } catch {
    // Truncated JSON is neither success nor failure (fault C7).
    return { ...answer, body: undefined, bodyKind: 'cut-off' }
  }
}

function headersOf(response: Response): Record<string, string> {
  return Object.fromEntries(response.headers.entries())
}

/** True if the browser reports that it is offline, which may be wrong. False outside a browser. */
function browserSaysOffline(): boolean {
  return 'navigator' in globalThis && !navigator.onLine
}

/** A server on this machine can be reached without a network. */
function isLoopback(base: string): boolean {
  return /^https?:\/\/(localhost|127\.|\[::1\])/i.test(base)
}

function warnWhenSlow(method: string, path: string, durationMs: number) {
  if (durationMs <= slowRequestMs) return
  // Omits the query, which may have words that the agent searched for.
  console.warn(`Slow request: ${method} ${path.replace(/\?.*/s, '')} took ${Math.round(durationMs)} ms`)
}

/** Credentials that requests send in addition to the session cookie, which the browser adds itself. */
export type Credentials = {
  /** The value of the `csrftoken` cookie. */
  antiForgery: string | null
  /** A bearer token, on servers that issue them. */
  bearer: string | null
}

/** Returns the current credentials: in a page, from cookie and local storage; in a worker, those that the page stored for it. */
export type CredentialSource = () => Credentials

/** Returns the server as the sync core sees it: sends the core's requests over HTTP without changes, and returns the answers. */
export function remoteServer(client: HttpClient): RemoteServer {
  return {
    send: ({ method, path, headers, timeoutMs, ...content }, signal) =>
      client({ method, path, headers, timeoutMs, signal, body: bodyOf(content) }),
    // The answer to any GET sets the anti-forgery cookie if it is missing.
    renewAntiForgery: async () => {
      await client({ method: 'GET', path: 'sync/' })
    },
  }
}

function bodyOf({
  encoding,
  fields,
  files,
}: Pick<Request, 'encoding' | 'fields' | 'files'>): string | FormData | undefined {
  if (encoding === 'none') return undefined
  if (encoding === 'json') return JSON.stringify(fields)
  return formOf(fields, files)
}

function formOf(fields: Fields, files: Request['files']): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, formText(value))
  for (const [name, { file, bytes }] of Object.entries(files)) {
    form.set(name, new Blob([bytes as Uint8Array<ArrayBuffer>], { type: file.mediaType }), file.fileName)
  }
  return form
}

function formText(value: Json): string {
  if (value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
