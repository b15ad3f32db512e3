import type { ServerResponse } from 'node:http'

/**
 * Runs `work` once, when the response or its connection closes or if it has closed. Node announces the end of a
 * connection only to its current response, not to queued ones.
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
