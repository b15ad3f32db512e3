import type { ServerResponse } from 'node:http'

/**
 * Runs `work` once, when the response or its connection closes; at once if it has already closed. Observes both, because
 * Node closes only the current response of a broken connection, not the queued ones.
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
