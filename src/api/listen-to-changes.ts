import type { AbortSignalLike } from '#core/sync/ports.ts'
import { apiBase } from './api-base.ts'

/**
 * Calls `onVersion` with the agent's version on the server, at first and after each change, until the connection ends or `stop` is aborted;
 * never rejects. Needs a session cookie: `EventSource` cannot send a bearer token.
 */
export function listenToChanges(onVersion: (version: number) => void, stop: AbortSignalLike): Promise<void> {
  return new Promise((resolve) => {
    if (stop.aborted) return resolve()
    const source = new EventSource(new URL('sync/events/', apiBase()), { withCredentials: true })
    const close = () => {
      source.close()
      stop.removeEventListener('abort', close)
      resolve()
    }
    source.addEventListener('changed', ({ data }: MessageEvent<string>) => {
      const version = versionIn(data)
      if (version !== null) onVersion(version)
    })
    // Otherwise the source would reconnect within seconds, on all devices at once. The caller connects again after a random time.
    source.addEventListener('error', close)
    stop.addEventListener('abort', close, { once: true })
  })
}

function versionIn(text: string): number | null {
  try {
    const { version } = JSON.parse(text) as { version?: unknown }
    return typeof version === 'number' ? version : null
  } catch {
    return null
  }
}
