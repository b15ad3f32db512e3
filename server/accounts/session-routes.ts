import { described } from '#server/http/description/described.ts'
import type { AnyRequest, Server } from '#server/http/fastify-types.ts'
import { recordParams } from '#server/http/record-params.ts'
import { agentIdOf } from '#server/http/write-of.ts'
import { notFound, RefusedRequest } from '#server/problem-responses.ts'
import type { Services } from '#server/services.ts'
import { accountAnswers } from './account-answers.ts'
import { deleteSessionsOf, sessionsOf } from './credentials-repository.ts'
import { ownSessionHashOf } from './cookies.ts'

export function sessionRoutes(server: Server, { database: { db } }: Services): void {
  const config = { access: 'session' } as const

  /** Ends the session with `id`, or all sessions except the one with the token hash `not`. Returns false if there was none to end. */
  async function endSessions(request: AnyRequest, which: { id: number } | { not: string }): Promise<boolean> {
    const ended = await deleteSessionsOf(db, agentIdOf(request), which)
    for (const session of ended) server.eventStreams.endByCredential(session)
    return ended.length > 0
  }

  server.get(
    '/users/sessions/',
    {
      config,
      schema: described('users', 'List the agent’s sessions, last active first', { 200: accountAnswers.sessions }),
    },
    async (request) => ({ results: await sessionsOf(db, agentIdOf(request), ownSessionHashOf(request)) }),
  )

  server.delete(
    '/users/sessions/',
    { config, schema: described('users', 'End all other sessions', { 204: 'Ended' }) },
    async (request, reply) => {
      await endSessions(request, { not: ownSessionHashOf(request) })
      return reply.code(204).send()
    },
  )

  server.delete(
    '/users/sessions/:id/',
    { config, schema: { params: recordParams, ...described('users', 'End a session', { 204: 'Ended' }) } },
    async (request, reply) => {
      if (!(await endSessions(request, { id: request.params.id }))) throw new RefusedRequest(notFound())
      return reply.code(204).send()
    },
  )
}
