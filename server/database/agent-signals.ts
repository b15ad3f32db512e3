import { randomUUID } from 'node:crypto'
import { Client } from 'pg'

/** Signals that an agent's records have changed. A lost signal only delays devices: they also pull every minute. */
export type AgentSignals = {
  notify: (agentId: number) => void
  /** Returns a function that stops listening. */
  listen: (agentId: number, listener: () => void) => () => void
  close: () => Promise<void>
}

/** Returns signals within one process, for the embedded database. `notifyAll` calls the listeners of all agents. */
export function signalsInProcess(): AgentSignals & { notifyAll: () => void } {
  const listeners = new Map<number, Set<() => void>>()
  const callAll = (agentListeners: Iterable<() => void>) => {
    for (const listener of agentListeners) listener()
  }
  return {
    notify: (agentId) => callAll(listeners.get(agentId) ?? []),
    notifyAll: () => {
      for (const agentListeners of listeners.values()) callAll(agentListeners)
    },
    listen: (agentId, listener) => {
      const agentListeners = listeners.get(agentId) ?? new Set()
      listeners.set(agentId, agentListeners.add(listener))
      return () => {
        agentListeners.delete(listener)
        if (agentListeners.size === 0) listeners.delete(agentId)
      }
    },
    close: async () => {},
  }
}

const channel = 'agent_changes'
/** Changes within this time are sent as one notification. */
const batchMs = 50
const reconnectMs = 5000

/** Listens on a separate connection, because the pool may close its connections. `pgNotify` sends a text to all processes. */
export function signalsOverPostgres(
  connectionString: string,
  pgNotify: (channel: string, text: string) => Promise<unknown>,
): AgentSignals {
  const local = signalsInProcess()
  const processId = randomUUID()
  const changed = new Set<number>()
  let sending: NodeJS.Timeout | undefined
  let reconnecting: NodeJS.Timeout | undefined
  let client: Client | null = null
  let isClosed = false

  function send(): void {
    sending = undefined
    const agents = [...changed]
    changed.clear()
    pgNotify(channel, `${processId} ${agents.join(' ')}`).catch(() => {})
  }

  function receive(text: string | undefined): void {
    const [from, ...agents] = (text ?? '').split(' ')
    if (from !== processId) for (const agent of agents) local.notify(Number(agent))
  }

  function connect(): void {
    reconnecting = undefined
    const opened = new Client({ connectionString, keepAlive: true })
    client = opened
    opened.on('notification', ({ payload }) => receive(payload))
    opened.on('error', () => {})
    opened.once('end', () => {
      client = null
      if (!isClosed) reconnecting = setTimeout(connect, reconnectMs).unref()
    })
    const listening = opened.connect().then(() => opened.query(`listen ${channel}`))
    // Signals may have been lost while the connection was closed, so all listeners are notified.
    listening.then(local.notifyAll, () => opened.end().catch(() => {}))
  }

  return {
    notify: (agentId) => {
      local.notify(agentId)
      changed.add(agentId)
      sending ??= setTimeout(send, batchMs).unref()
    },
    listen: (agentId, listener) => {
      if (client === null && reconnecting === undefined && !isClosed) connect()
      return local.listen(agentId, listener)
    },
    close: async () => {
      isClosed = true
      clearTimeout(sending)
      clearTimeout(reconnecting)
      await client?.end().catch(() => {})
    },
  }
}
