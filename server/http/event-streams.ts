import type { FastifyReply } from 'fastify'
import { whenClosed } from './when-closed.ts'

/** `credential` is the hash of the session or token. */
type Listener = { agentId: number; credential: string }

type EventStream = {
  send: (event: string, data: unknown) => void
  end: () => void
  ended: Promise<void>
}

export type EventStreams = {
  /** Returns null if the agent has too many open streams. If `isStillSignedIn` resolves to false at a heartbeat, the stream ends. */
  open: (reply: FastifyReply, listener: Listener, isStillSignedIn: () => Promise<boolean>) => EventStream | null
  endByCredential: (credential: string) => void
  endAll: () => void
}

/** A device opens one stream; only a faulty client opens more than this. */
const maxStreamsPerAgent = 20
/** Proxies close connections that are silent for a minute. */
const heartbeatMs = 25_000
/** Clients for which more than this waits to be sent are disconnected. */
const maxUnreadBytes = 64 * 1024

export function createEventStreams(): EventStreams {
  const open = new Map<EventStream, Listener>()

  return {
    open: (reply, listener, isStillSignedIn) => {
      const others = [...open.values()].filter(({ agentId }) => agentId === listener.agentId)
      if (others.length >= maxStreamsPerAgent) return null
      const stream = startStream(reply, isStillSignedIn)
      open.set(stream, listener)
      void stream.ended.then(() => open.delete(stream))
      return stream
    },
    endByCredential: (credential) => {
      for (const [stream, listener] of open) if (listener.credential === credential) stream.end()
    },
    endAll: () => {
      for (const stream of open.keys()) stream.end()
    },
  }
}

function startStream(reply: FastifyReply, isStillSignedIn: () => Promise<boolean>): EventStream {
  const { raw } = reply
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value)
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Otherwise nginx buffers the stream.
    'x-accel-buffering': 'no',
  })
  const write = (text: string) => {
    if (raw.writableEnded) return
    if (raw.writableLength > maxUnreadBytes) raw.destroy()
    else raw.write(text)
  }
  const end = () => {
    raw.end()
  }
  const sendHeartbeat = async () => {
    if (await isStillSignedIn().catch(() => true)) write(': still here\n\n')
    else end()
  }
  const heartbeat = setInterval(() => void sendHeartbeat(), heartbeatMs).unref()
  const ended = new Promise<void>((resolve) => {
    whenClosed(raw, () => {
      clearInterval(heartbeat)
      resolve()
    })
  })
  return { send: (event, data) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`), end, ended }
}
