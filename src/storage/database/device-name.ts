/**
 * Returns the server's base URL. The names of databases, caches and locks below contain it, so that data is never sent to another server
 * (fault D11).
 */
export function thisServer(): string {
  const base = import.meta.env?.VITE_API_BASE ?? '/api/'
  return new URL(base, globalThis.location?.href ?? 'http://localhost/').href
}

const prefix = 'fanlight:'

export function databaseName(agentId: string, server: string = thisServer()): string {
  return `${prefix}${server}:${agentId}`
}

/** Returns the id of the agent whose database it is; null if it belongs to another server or product. */
export function agentOfDatabase(name: string): string | null {
  const start = `${prefix}${thisServer()}:`
  return name.startsWith(start) && name.length > start.length ? name.slice(start.length) : null
}

export function photoCacheName(agentId: string): string {
  return `fanlight-photos:${thisServer()}:${agentId}`
}

/**
 * The cache of content that other apps shared and that is not used yet. Photos have another one, which is deleted when
 * the device is full.
 */
export function sharedCacheName(agentId: string): string {
  return `fanlight-shared:${thisServer()}:${agentId}`
}

/** The web lock for which pages and the service worker compete: its holder may send (fault B2). */
export function senderLockName(agentId: string): string {
  return `fanlight-sender:${thisServer()}:${agentId}`
}

/** The web lock for which pages compete: its holder listens to the server's events. */
export function eventsLockName(agentId: string): string {
  return `fanlight-events:${thisServer()}:${agentId}`
}

/** The Background Sync tag that starts the service worker to send the outbox. */
export const sendingTag = 'fanlight-outbox'
