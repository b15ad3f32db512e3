import type { ServerResponse } from 'node:http'

/** Runs `work` once: when the response or its connection closes, or at once if one has. Node does not close the queued responses of a broken one. */
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
