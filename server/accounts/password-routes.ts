import { passwordChangeSchema, passwordResetSchema } from '#core/contract/account.ts'
import { described } from '#server/http/described.ts'
import type { Server } from '#server/http/fastify-types.ts'
import { smallBody } from '#server/http/incoming-bodies.ts'
import { agentIdOf } from '#server/http/write-of.ts'
import type { Services } from '#server/services.ts'
import { ownSessionOf } from './cookies.ts'
import { changePassword, resetPassword } from './password-service.ts'

export function passwordRoutes(server: Server, services: Services): void {
  server.post(
    '/users/password/',
    {
      bodyLimit: smallBody,
      config: { access: 'session', rateLimit: { max: 30, timeWindow: '1 minute' } },
      schema: {
        body: passwordChangeSchema,
        ...described('users', 'Change the password, and end all other sessions', {
          204: 'Changed; this session goes on',
          400: 'What is wrong, at its field; a wrong current password, too',
          403: 'Asked with an API token',
          429: 'Too many wrong current passwords; `Retry-After` says how long to wait',
        }),
      },
    },
    async (request, reply) => {
      const ended = await changePassword(services, agentIdOf(request), request.body, {
        session: ownSessionOf(request),
        address: request.ip,
      })
      for (const session of ended) server.eventStreams.endOf(session)
      return reply.code(204).send()
    },
  )

  server.post(
    '/users/password/reset/',
    {
      bodyLimit: smallBody,
      config: { access: 'public', rateLimit: { max: 30, timeWindow: '1 minute' } },
      schema: {
        body: passwordResetSchema,
        ...described('users', 'Set a forgotten password with a code of the administrator, and end all sessions', {
          204: 'Changed; the code is used up',
          400: 'What is wrong, at its field; `invalid_code` whether or not such a name exists',
          429: 'Too many tries; `Retry-After` says how long to wait',
        }),
      },
    },
    async (request, reply) => {
      for (const session of await resetPassword(services, request.body)) server.eventStreams.endOf(session)
      return reply.code(204).send()
    },
  )
}
