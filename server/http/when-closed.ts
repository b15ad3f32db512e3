import type { ServerResponse } from 'node:http'

/**
 * Runs `work` once: after the answer, or with the connection. A connection may have closed before this is called, which is
 * not announced again, and the end of one is announced only to the answer whose turn it is, not to those queued behind.
 */
export function whenClosed(raw: ServerResponse, work: () => void): void {
  const { socket } = raw.req
  const closed = () => {
    raw.off('close', closed)
    socket.off('close', closed)
    work()
  }
  if (raw.destroyed || socket.destroyed) closed()
  else for (const stream of [raw, socket]) stream.once('close', closed)
}
