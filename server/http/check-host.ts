import { isIP } from 'node:net'
import { problem, RefusedRequest } from '#server/problem-responses.ts'
import type { Server } from './fastify-types.ts'

/**
 * Refuses with 421 what names another host than the server's. A page of evil.example whose name was pointed at this server is of one
 * origin with it, so no other check stops it. Addresses in numbers and names without a dot, which a proxy or a health check uses,
 * cannot be pointed elsewhere.
 */
export function checkHost(server: Server, publicOrigin: string | undefined): void {
  const publicName = publicOrigin === undefined ? null : new URL(publicOrigin).hostname
  server.addHook('onRequest', async ({ raw }) => {
    const name = nameIn(raw.headers.host)
    if (name === null || name === publicName || isUnmovable(name)) return
    const address = publicOrigin ?? 'localhost'
    throw new RefusedRequest(problem(421, 'invalid', `This server is reached at ${address}, not under this name.`))
  })
}

/** Without the port; null where there is none, which no browser sends. */
function nameIn(host: string | undefined): string | null {
  if (host === undefined || host === '') return null
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname.replace(/\.$/, '') : host
}

function isUnmovable(name: string): boolean {
  return isIP(name.replaceAll(/[[\]]/g, '')) !== 0 || !name.includes('.') || name.endsWith('.localhost')
}
