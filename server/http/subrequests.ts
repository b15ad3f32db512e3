import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Database } from '#server/database/connect.ts'
import type { SubrequestContext, Server } from './fastify-types.ts'

type InnerQuestion = {
  method: string
  path: string
  key: string
  headers: Record<string, string>
  body: unknown
}
type InnerAnswer = { status: number; headers: Readonly<Record<string, string>>; body: unknown }

const ticketHeader = 'x-inner-ticket'

/**
 * Returns a function that sends subrequests as the signed-in agent, through the same validation, hashing and write path
 * as network requests. Those of one call are written in one transaction, after those of the previous call. The sign-in
 * guard recognizes them by a ticket that never leaves this process.
 */
export function createSubrequestSender(
  server: Server,
  database: Database,
  { agent, ip }: FastifyRequest,
): (questions: readonly InnerQuestion[]) => Promise<InnerAnswer[]> {
  if (agent === null) throw new Error('Only a signed-in agent has anything to ask inside.')

  async function ask({ method, path, key, headers, body }: InnerQuestion, member: SubrequestContext['member']) {
    const ticket = randomBytes(16).toString('base64url')
    server.innerRequests.set(ticket, { agent: agent!, member })
    try {
      const response = await server.inject({
        method: method as 'POST',
        url: path,
        remoteAddress: ip,
        headers: {
          ...headers,
          'idempotency-key': key,
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
      member.leave()
      server.innerRequests.delete(ticket)
    }
  }

  let before = Promise.resolve()
  return (questions) => {
    const { members, ended } = database.writeGroup(questions.length, before)
    before = ended
    return Promise.all(questions.map((question, index) => ask(question, members[index]!)))
  }
}

/** Undefined for requests from outside. */
export function subrequestOf(request: Pick<FastifyRequest, 'headers' | 'server'>): SubrequestContext | undefined {
  const ticket = request.headers[ticketHeader]
  return typeof ticket === 'string' ? request.server.innerRequests.get(ticket) : undefined
}
