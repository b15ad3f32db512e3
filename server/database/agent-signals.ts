import { randomUUID } from 'node:crypto'
import { Client } from 'pg'

/** Signals that an agent's records have changed. A lost signal only delays devices: they also pull every minute. */
export type AgentSignals = {
  notify: (agentId: number) => void
  /** Returns a function that stops listening. */
  listen: (agentId: number, listener: () => void) => () => void
  close: () => Promise<void>
}

/** For one process with a database of its own. */
export function signalsInProcess(): AgentSignals & { tellEverybody: () => void } {
  const listeners = new Map<number, Set<() => void>>()
  const call = (some: Iterable<() => void>) => {
    for (const listener of some) listener()
  }
  return {
    notify: (agentId) => call(listeners.get(agentId) ?? []),
    tellEverybody: () => {
      for (const some of listeners.values()) call(some)
    },
    listen: (agentId, listener) => {
      const some = listeners.get(agentId) ?? new Set()
      listeners.set(agentId, some.add(listener))
      return () => {
        some.delete(listener)
        if (some.size === 0) listeners.delete(agentId)
      }
    },
    close: async () => {},
  }
}

const channel = 'agent_changes'
const togetherMs = 50
const reconnectMs = 5000

/** For several processes that share a database. Listens on its own connection: one of the pool may be closed. */
export function signalsOverPostgres(
  connectionString: string,
  notify: (channel: string, text: string) => Promise<unknown>,
): AgentSignals {
  const here = signalsInProcess()
  const self = randomUUID()
  const changed = new Set<number>()
  let sending: NodeJS.Timeout | undefined
  let reconnecting: NodeJS.Timeout | undefined
  let client: Client | null = null
  let isClosed = false

  function send(): void {
    sending = undefined
    const agents = [...changed]
    changed.clear()
    notify(channel, `${self} ${agents.join(' ')}`).catch(() => {})
  }

  function hear(text: string | undefined): void {
    const [from, ...agents] = (text ?? '').split(' ')
    if (from !== self) for (const agent of agents) here.notify(Number(agent))
  }

  function connect(): void {
    reconnecting = undefined
    const opened = new Client({ connectionString, keepAlive: true })
    client = opened
    opened.on('notification', ({ payload }) => hear(payload))
    opened.on('error', () => {})
    opened.once('end', () => {
      client = null
      if (!isClosed) reconnecting = setTimeout(connect, reconnectMs).unref()
    })
    const listening = opened.connect().then(() => opened.query(`listen ${channel}`))
    listening.then(here.tellEverybody, () => opened.end().catch(() => {}))
  }

  return {
    notify: (agentId) => {
      here.notify(agentId)
      changed.add(agentId)
      sending ??= setTimeout(send, togetherMs).unref()
    },
    listen: (agentId, listener) => {
      if (client === null && reconnecting === undefined && !isClosed) connect()
      return here.listen(agentId, listener)
    },
    close: async () => {
      isClosed = true
      clearTimeout(sending)
      clearTimeout(reconnecting)
      await client?.end().catch(() => {})
    },
  }
}
