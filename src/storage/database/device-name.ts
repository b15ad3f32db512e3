/** Returns the server's base URL, part of every name below, so that data is never sent to another server (fault D11). */
export function thisServer(): string {
  const base = import.meta.env?.VITE_API_BASE ?? '/api/'
  return new URL(base, globalThis.location?.href ?? 'http://localhost/').href
}

const prefix = 'fanlight:'

export function databaseName(agentId: string, server: string = thisServer()): string {
  return `${prefix}${server}:${agentId}`
}

/** Returns the agent of a database, or null if it belongs to another server or product. */
export function agentOfDatabase(name: string): string | null {
  const start = `${prefix}${thisServer()}:`
  return name.startsWith(start) && name.length > start.length ? name.slice(start.length) : null
}

export function photoCacheName(agentId: string): string {
  return `fanlight-photos:${thisServer()}:${agentId}`
}

/** Content shared by other apps and not used yet. Separate from the photos, which are deleted when the device is full. */
export function sharedCacheName(agentId: string): string {
  return `fanlight-shared:${thisServer()}:${agentId}`
}

/** The page and the worker compete for the right to send under this name (fault B2). */
export function senderLockName(agentId: string): string {
  return `fanlight-sender:${thisServer()}:${agentId}`
}

/** Pages compete under this name to follow the server's events. */
export function eventsLockName(agentId: string): string {
  return `fanlight-events:${thisServer()}:${agentId}`
}

/** The Background Sync tag that wakes the worker. */
export const sendingTag = 'fanlight-outbox'
