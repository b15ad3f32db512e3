import { isIP } from 'node:net'
import { problem, RefusedRequest } from '#server/problem-responses.ts'
import type { Server } from './fastify-types.ts'

/**
 * Refuses host names other than that of `publicOrigin` with 421, against DNS rebinding: if evil.example resolves to this server, the
 * pages of evil.example are same-origin with it. IP addresses and names without a dot, which proxies and health checks use, cannot be rebound.
 */
export function checkHost(server: Server, publicOrigin: string | undefined): void {
  const publicName = publicOrigin === undefined ? null : new URL(publicOrigin).hostname
  server.addHook('onRequest', async ({ raw }) => {
    const name = nameIn(raw.headers.host)
    if (name === null || name === publicName || cannotBeRebound(name)) return
    const address = publicOrigin ?? 'localhost'
    throw new RefusedRequest(problem(421, 'invalid', `This server is reached at ${address}, not under this name.`))
  })
}

/** Returns the host name without the port; null if there is no `Host` header, which browsers always send. */
function nameIn(host: string | undefined): string | null {
  if (host === undefined || host === '') return null
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname.replace(/\.$/, '') : host
}

function cannotBeRebound(name: string): boolean {
  return isIP(name.replaceAll(/[[\]]/g, '')) !== 0 || !name.includes('.') || name.endsWith('.localhost')
}
