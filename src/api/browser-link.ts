import type { Link } from '#core/sync/ports.ts'

/** What the browser says of its link, on a page and in a worker; `untold` where it says nothing, as most do. */
export function browserLink(): Link {
  const connection = browserConnection()
  if (connection?.saveData === true || connection?.type === 'cellular') return 'metered'
  return connection?.type === undefined || connection.type === 'unknown' ? 'untold' : 'free'
}

/** Calls back when the link has become another one, until the returned function is called. */
export function onLinkChange(listener: () => void): () => void {
  const connection = browserConnection()
  connection?.addEventListener?.('change', listener)
  return () => connection?.removeEventListener?.('change', listener)
}

/** Of the Network Information API, which only Chromium has, and only on phones with the kind of link. */
type Connection = Partial<EventTarget> & { type?: string; saveData?: boolean }

function browserConnection(): Connection | undefined {
  const told: { connection?: Connection; onLine: boolean } = navigator
  return told.connection
}
