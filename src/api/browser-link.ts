import type { ConnectionCost } from '#core/sync/ports.ts'

/** `metered`: mobile data, or a browser set to save data. `free`: another connection. `untold`: the browser does not report it. */
export function browserLink(): ConnectionCost {
  const connection = browserConnection()
  if (connection?.saveData === true || connection?.type === 'cellular') return 'metered'
  return connection?.type === undefined || connection.type === 'unknown' ? 'untold' : 'free'
}

export function onLinkChange(listener: () => void): () => void {
  const connection = browserConnection()
  connection?.addEventListener?.('change', listener)
  return () => connection?.removeEventListener?.('change', listener)
}

/** The Network Information API. Only Chromium has it, and reports `type` only on phones. */
type Connection = Partial<EventTarget> & { type?: string; saveData?: boolean }

function browserConnection(): Connection | undefined {
  const withConnection: { connection?: Connection; onLine: boolean } = navigator
  return withConnection.connection
}
