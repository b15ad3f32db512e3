import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Database } from '#server/database/connect.ts'
import type { SubrequestContext, Server } from './fastify-types.ts'

type Subrequest = {
  method: string
  path: string
  key: string
  headers: Record<string, string>
  body: unknown
}
type Subresponse = { status: number; headers: Readonly<Record<string, string>>; body: unknown }

const ticketHeader = 'x-inner-ticket'

/** Returns a function that sends subrequests to the server's routes. One call's writes share a transaction. A secret header identifies the agent. */
export function createSubrequestSender(
  server: Server,
  database: Database,
  { agent, ip }: FastifyRequest,
): (subrequests: readonly Subrequest[]) => Promise<Subresponse[]> {
  if (agent === null) throw new Error('Only a signed-in agent has anything to ask inside.')

  /** `member`: the subrequest's place in the shared transaction. */
  async function send({ method, path, key, headers, body }: Subrequest, member: SubrequestContext['member']) {
    const ticket = randomBytes(16).toString('base64url')
    server.subrequestsByTicket.set(ticket, { agent: agent!, member })
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
      const headerTexts = Object.entries(response.headers).map(([name, value]) => [name, String(value)])
      return {
        status: response.statusCode,
        headers: Object.fromEntries(headerTexts) as Record<string, string>,
        body: response.body === '' ? undefined : (JSON.parse(response.body) as unknown),
      }
    } finally {
      member.leave()
      server.subrequestsByTicket.delete(ticket)
    }
  }

  // The transaction of a call begins after that of the previous call has ended.
  let previousEnded = Promise.resolve()
  return (subrequests) => {
    const { members, ended } = database.writeGroup(subrequests.length, previousEnded)
    previousEnded = ended
    return Promise.all(subrequests.map((subrequest, index) => send(subrequest, members[index]!)))
  }
}

/** Returns the context of a subrequest; undefined for a request from the network. */
export function subrequestOf(request: Pick<FastifyRequest, 'headers' | 'server'>): SubrequestContext | undefined {
  const ticket = request.headers[ticketHeader]
  return typeof ticket === 'string' ? request.server.subrequestsByTicket.get(ticket) : undefined
}
