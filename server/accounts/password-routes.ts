import {
  accountClosingSchema,
  forgottenPasswordSchema,
  passwordChangeSchema,
  passwordResetSchema,
} from '#core/contract/account.ts'
import { described } from '#server/http/described.ts'
import type { Server } from '#server/http/fastify-types.ts'
import { smallBody } from '#server/http/incoming-bodies.ts'
import { agentIdOf } from '#server/http/write-of.ts'
import { notFound, RefusedRequest } from '#server/problem-responses.ts'
import type { Services } from '#server/services.ts'
import { accountAnswers } from './account-answers.ts'
import { ownSessionOf } from './cookies.ts'
import { changePassword, closeOwnAccount, resetPassword } from './password-service.ts'
import { mailResetLinks, refuseTooManyMails, type Mails } from './reset-mail.ts'

export function passwordRoutes(server: Server, services: Services): void {
  server.post(
    '/users/password/',
    {
      bodyLimit: smallBody,
      config: { access: 'session', rateLimit: { max: 30, timeWindow: '1 minute' } },
      schema: {
        body: passwordChangeSchema,
        ...described(
          'users',
          'Change the password, and end all other sessions; by `revoke_access` also API tokens and the calendar address',
          {
            204: 'Changed; this session goes on',
            400: 'What is wrong, at its field; a wrong current password, too',
            403: 'Asked with an API token',
            429: 'Too many wrong current passwords; `Retry-After` says how long to wait',
          },
        ),
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
    '/users/close/',
    {
      bodyLimit: smallBody,
      config: { access: 'session', rateLimit: { max: 30, timeWindow: '1 minute' } },
      schema: {
        body: accountClosingSchema,
        ...described('users', 'Close the own account: all its sessions and tokens end, and its records stay', {
          204: 'Closed',
          400: 'A wrong password, at its field',
          403: 'Asked with an API token',
          429: 'Too many wrong passwords; `Retry-After` says how long to wait',
        }),
      },
    },
    async (request, reply) => {
      const ended = await closeOwnAccount(services, agentIdOf(request), request.body, request.ip)
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
        ...described(
          'users',
          'Set a forgotten password with a code of the administrator; sessions, API tokens and the calendar address end',
          {
            204: 'Changed; the code is used up',
            400: 'What is wrong, at its field; `invalid_code` whether or not such a name exists',
            429: 'Too many tries; `Retry-After` says how long to wait',
          },
        ),
      },
    },
    async (request, reply) => {
      for (const session of await resetPassword(services, request.body)) server.eventStreams.endOf(session)
      return reply.code(204).send()
    },
  )
}

/** Without a mailer the page is told so, and the way is a code of the administrator. */
export function forgottenPasswordRoutes(server: Server, services: Services, mails: Mails | null): void {
  server.get(
    '/users/password/forgotten/',
    {
      config: { access: 'public' },
      schema: described('users', 'Whether links for forgotten passwords are emailed', { 200: accountAnswers.resetBy }),
    },
    async () => ({ by: mails === null ? 'code' : 'mail' }),
  )

  server.post(
    '/users/password/forgotten/',
    {
      bodyLimit: smallBody,
      config: { access: 'public', rateLimit: { max: 30, timeWindow: '1 minute' } },
      schema: {
        body: forgottenPasswordSchema,
        ...described('users', 'Ask for an email with a link to choose a new password', {
          202: accountAnswers.said(
            'An email is on its way, if there is such an account; nothing says whether there is',
          ),
          404: 'This server sends no emails',
          429: 'Too many emails for this name; `Retry-After` says how long to wait',
        }),
      },
    },
    async (request, reply) => {
      if (mails === null) throw new RefusedRequest(notFound())
      const { name } = request.body
      await refuseTooManyMails(services, name)
      await reply.code(202).send({ detail: 'If there is such an account, an email is on its way.' })
      // After the answer, whose time would tell whether there is one.
      mails.goLater(request, mailResetLinks(services, mails, name))
      return reply
    },
  )
}
