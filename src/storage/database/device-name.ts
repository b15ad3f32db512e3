/** The server whose data this is, as its full base address; part of every name below, so that nothing is sent to another (fault D11). */
export function thisServer(): string {
  const base = import.meta.env?.VITE_API_BASE ?? '/api/'
  return new URL(base, globalThis.location?.href ?? 'http://localhost/').href
}

const prefix = 'fanlight:'

/** One database per server and agent. */
export function databaseName(agentId: string, server: string = thisServer()): string {
  return `${prefix}${server}:${agentId}`
}

/** The agent whose database this is, or null when it belongs to another server or product. */
export function agentOfDatabase(name: string): string | null {
  const start = `${prefix}${thisServer()}:`
  return name.startsWith(start) && name.length > start.length ? name.slice(start.length) : null
}

/** One cache of photos per server and agent, deleted with the agent's data. */
export function photoCacheName(agentId: string): string {
  return `fanlight-photos:${thisServer()}:${agentId}`
}

/** What other apps have shared and was not used yet; apart from the photos, which go when the device is full. */
export function sharedCacheName(agentId: string): string {
  return `fanlight-shared:${thisServer()}:${agentId}`
}

/** Page and worker compete for the right to send under this name (fault B2). */
export function senderLockName(agentId: string): string {
  return `fanlight-sender:${thisServer()}:${agentId}`
}

/** Pages compete under this name for following the server's events. */
export function eventsLockName(agentId: string): string {
  return `fanlight-events:${thisServer()}:${agentId}`
}

/** The name under which the page asks the browser to wake the worker. */
export const sendingTag = 'fanlight-outbox'
