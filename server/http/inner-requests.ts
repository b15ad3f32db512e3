import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Turn } from '#server/database/write.ts'
import type { InnerRequest, Server } from './fastify-types.ts'

export type InnerAnswer = { status: number; headers: Readonly<Record<string, string>>; body: unknown }

const ticketHeader = 'x-inner-ticket'

/**
 * Lets a route ask other routes in the name of the agent who is signed in, past the network: validation, hashing and
 * the write path are those of the request that it stands for. The guard knows them by a ticket that never leaves this process.
 */
export async function askingInside<Result>(
  server: Server,
  request: FastifyRequest,
  work: (
    ask: (
      method: string,
      path: string,
      headers: Record<string, string>,
      body: unknown,
      turn: Turn,
    ) => Promise<InnerAnswer>,
  ) => Promise<Result>,
): Promise<Result> {
  const { agent } = request
  if (agent === null) throw new Error('Only a signed-in agent has anything to ask inside.')
  return work(async (method, path, headers, body, turn) => {
    const ticket = randomBytes(16).toString('base64url')
    server.innerRequests.set(ticket, { agent, turn })
    try {
      const response = await server.inject({
        method: method as 'POST',
        url: path,
        remoteAddress: request.ip,
        headers: {
          ...headers,
          [ticketHeader]: ticket,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      })
      const said = Object.entries(response.headers).map(([name, value]) => [name, String(value)])
      return {
        status: response.statusCode,
        headers: Object.fromEntries(said) as Record<string, string>,
        body: response.body === '' ? undefined : (JSON.parse(response.body) as unknown),
      }
    } finally {
      server.innerRequests.delete(ticket)
    }
  })
}

/** In whose name a request of ours asks, and when it may write; undefined for every request from outside. */
export function innerRequestOf(request: Pick<FastifyRequest, 'headers' | 'server'>): InnerRequest | undefined {
  const ticket = request.headers[ticketHeader]
  return typeof ticket === 'string' ? request.server.innerRequests.get(ticket) : undefined
}
