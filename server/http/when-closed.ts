import type { ServerResponse } from 'node:http'

/** Runs `work` once on close, or at once if already closed. If a connection breaks, Node closes only its current response, not the queued ones. */
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
