import type { ServerResponse } from 'node:http'

/** Runs `work` once: when the response or its connection closes, or at once if either is already closed. */
export function whenClosed(raw: ServerResponse, work: () => void): void {
  const { socket } = raw.req
  const closed = () => {
    raw.off('close', closed)
    socket.off('close', closed)
    work()
  }
  if (raw.destroyed || socket.destroyed) closed()
  // Both, because Node does not close the responses that are queued on a connection when it breaks.
  else for (const stream of [raw, socket]) stream.once('close', closed)
}
