import {
  accountClosingSchema,
  forgottenPasswordSchema,
  passwordChangeSchema,
  passwordResetSchema,
} from '#core/contract/account.ts'
import { described } from '#server/http/description/described.ts'
import type { Server } from '#server/http/fastify-types.ts'
import { smallBodyLimit } from '#server/http/bodies/incoming-bodies.ts'
import { agentIdOf } from '#server/http/write-of.ts'
import { notFound, RefusedRequest } from '#server/problem-responses.ts'
import type { Services } from '#server/services.ts'
import { accountAnswers } from './account-answers.ts'
import { ownSessionHashOf } from './cookies.ts'
import { changePassword, closeOwnAccount, resetPassword } from './password-service.ts'
import { mailResetLinks, refuseTooManyMails, type Mails } from './reset-mail.ts'

export function passwordRoutes(server: Server, services: Services): void {
  server.post(
    '/users/password/',
    {
      bodyLimit: smallBodyLimit,
      config: { access: 'session', rateLimit: { max: 30, timeWindow: '1 minute' } },
      schema: {
        body: passwordChangeSchema,
        ...described(
          'users',
          'Change the password and end all other sessions. With `revoke_access`, also revoke API tokens and the calendar address',
          {
            204: 'Changed. This session stays signed in',
            400: 'Invalid request or wrong current password, with a list of messages for each field',
            403: 'An API token cannot do this',
            429: 'Too many wrong passwords: retry after `Retry-After` seconds',
          },
        ),
      },
    },
    async (request, reply) => {
      const ended = await changePassword(services, agentIdOf(request), request.body, {
        session: ownSessionHashOf(request),
        address: request.ip,
      })
      for (const session of ended) server.eventStreams.endByCredential(session)
      return reply.code(204).send()
    },
  )

  server.post(
    '/users/close/',
    {
      bodyLimit: smallBodyLimit,
      config: { access: 'session', rateLimit: { max: 30, timeWindow: '1 minute' } },
      schema: {
        body: accountClosingSchema,
        ...described('users', 'Close the agent’s account. Ends all sessions and API tokens. Records stay stored', {
          204: 'Closed',
          400: 'Wrong password, with a message for its field',
          403: 'An API token cannot do this',
          429: 'Too many wrong passwords: retry after `Retry-After` seconds',
        }),
      },
    },
    async (request, reply) => {
      const ended = await closeOwnAccount(services, agentIdOf(request), request.body, request.ip)
      for (const session of ended) server.eventStreams.endByCredential(session)
      return reply.code(204).send()
    },
  )

  server.post(
    '/users/password/reset/',
    {
      bodyLimit: smallBodyLimit,
      config: { access: 'public', rateLimit: { max: 30, timeWindow: '1 minute' } },
      schema: {
        body: passwordResetSchema,
        ...described(
          'users',
          'Reset a forgotten password with a one-time code. Ends all sessions and revokes API tokens and the calendar address',
          {
            204: 'Changed. The code cannot be used again',
            400: 'Invalid request, or `invalid_code`. The response does not reveal whether the username exists',
            429: 'Too many attempts: retry after `Retry-After` seconds',
          },
        ),
      },
    },
    async (request, reply) => {
      for (const session of await resetPassword(services, request.body)) server.eventStreams.endByCredential(session)
      return reply.code(204).send()
    },
  )
}

export function forgottenPasswordRoutes(server: Server, services: Services, mails: Mails | null): void {
  server.get(
    '/users/password/forgotten/',
    {
      config: { access: 'public' },
      schema: described('users', 'Check how a forgotten password can be reset', {
        200: accountAnswers.passwordResetMethod,
      }),
    },
    async () => ({ by: mails === null ? 'code' : 'mail' }),
  )

  server.post(
    '/users/password/forgotten/',
    {
      bodyLimit: smallBodyLimit,
      config: { access: 'public', rateLimit: { max: 30, timeWindow: '1 minute' } },
      schema: {
        body: forgottenPasswordSchema,
        ...described('users', 'Request an email with a link to choose a new password', {
          202: accountAnswers.withDetail(
            'Accepted. If the account exists, an email is sent; the response does not reveal whether it exists',
          ),
          404: 'This server does not send email',
          429: 'Too many emails for this name: retry after `Retry-After` seconds',
        }),
      },
    },
    async (request, reply) => {
      if (mails === null) throw new RefusedRequest(notFound())
      const { name } = request.body
      await refuseTooManyMails(services, name)
      await reply.code(202).send({ detail: 'If there is such an account, an email is on its way.' })
      // Mails are sent after the response, whose duration would otherwise reveal whether the account exists.
      mails.sendInBackground(request, mailResetLinks(services, mails, name))
      return reply
    },
  )
}
