import * as v from 'valibot'
import {
  credentialsSchema,
  newApiTokenSchema,
  profileChangesSchema,
  registrationSchema,
  type RegistrationPolicy,
} from '#core/contract/account.ts'
import { dateOfInstant } from '#core/domain/time/wall-clock.ts'
import { described } from '#server/http/description/described.ts'
import type { Server } from '#server/http/fastify-types.ts'
import { smallBodyLimit } from '#server/http/bodies/incoming-bodies.ts'
import { recordParams } from '#server/http/record-params.ts'
import { todayQuerySchema } from '#server/http/today-query.ts'
import { agentIdOf } from '#server/http/write-of.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { notFound, RefusedRequest } from '#server/problem-responses.ts'
import type { Services } from '#server/services.ts'
import { accountAnswers } from './account-answers.ts'
import { addApiToken, changeProfile, logIn, profile, register } from './accounts-service.ts'
import { dashboardStats } from './agents-repository.ts'
import {
  clearSessionCookie,
  csrfTokenOf,
  deviceCookieOf,
  ensureCsrfCookie,
  sendDeviceCookie,
  sendSessionCookie,
  sessionTokenOf,
  userAgentOf,
} from './cookies.ts'
import { deviceCookieFor } from './known-devices.ts'
import { kioskRoutes } from './kiosk-routes.ts'
import { forgottenPasswordRoutes, passwordRoutes } from './password-routes.ts'
import { verifyCurrentPassword } from './password-service.ts'
import { apiTokensOf, deleteApiToken, deleteSession, extendSession } from './credentials-repository.ts'
import { mailChangedEmail, mailsOf, type Mails } from './reset-mail.ts'
import { policyNow } from './registration.ts'
import { hashOfToken } from './secret-tokens.ts'
import { sessionRoutes } from './session-routes.ts'
import { refuseApiTokens } from './sign-in-guard.ts'

export function accountsRoutes(
  server: Server,
  services: Services,
  { registration, mailer }: { registration: RegistrationPolicy; mailer: Mailer | null },
): void {
  registrationRoutes(server, services, registration)
  signInRoutes(server, services)
  const mails = mailsOf(server, mailer)
  profileRoutes(server, services, mails)
  passwordRoutes(server, services)
  forgottenPasswordRoutes(server, services, mails)
  sessionRoutes(server, services)
  kioskRoutes(server, services)
  apiTokenRoutes(server, services)
}

function registrationRoutes(server: Server, { database }: Services, policy: RegistrationPolicy): void {
  server.get(
    '/users/register/',
    {
      config: { access: 'public' },
      schema: described('users', 'Check whether registration is open', { 200: accountAnswers.registration }),
    },
    async () => ({ registration: await policyNow(database.db, policy) }),
  )

  server.post(
    '/users/register/',
    {
      bodyLimit: smallBodyLimit,
      config: { access: 'public', rateLimit: { max: 30, timeWindow: '1 minute' } },
      schema: {
        body: registrationSchema,
        ...described('users', 'Register a new agent', {
          201: accountAnswers.newAgent,
          403: 'Registration is closed, or requires a valid invitation',
        }),
      },
    },
    async (request, reply) => reply.code(201).send(await register(database, request.body, policy)),
  )
}

function signInRoutes(server: Server, { database, secret }: Services): void {
  server.post(
    '/users/auth/login/',
    {
      bodyLimit: smallBodyLimit,
      config: { access: 'public', rateLimit: { max: 120, timeWindow: '1 minute' } },
      schema: {
        body: credentialsSchema,
        ...described('users', 'Log in', {
          200: accountAnswers.signedIn,
          401: 'Wrong username or password',
          403: 'The account is closed. `agent` is its id',
          429: 'Too many failed logins: retry after `Retry-After` seconds',
        }),
      },
    },
    async (request, reply) => {
      const deviceCookie = deviceCookieOf(request)
      const from = { address: request.ip, mark: deviceCookie, userAgent: userAgentOf(request) }
      const { user, sessionToken } = await logIn(database, secret, request.body, from)
      sendSessionCookie(request, reply, sessionToken)
      ensureCsrfCookie(request, reply, csrfTokenOf(secret, sessionToken))
      sendDeviceCookie(request, reply, deviceCookieFor(secret, deviceCookie, request.body.username))
      return { user }
    },
  )

  server.post(
    '/users/auth/logout/',
    {
      bodyLimit: smallBodyLimit,
      config: { access: 'public' },
      schema: described('users', 'Log out', { 200: accountAnswers.withDetail('Logged out, or was not logged in') }),
    },
    async (request, reply) => {
      const token = sessionTokenOf(request)
      if (token !== undefined) {
        await deleteSession(database.db, hashOfToken(token))
        server.eventStreams.endByCredential(hashOfToken(token))
      }
      clearSessionCookie(request, reply)
      return { detail: 'Logged out.' }
    },
  )

  server.post(
    '/users/auth/refresh/',
    {
      schema: described('users', 'Extend the session to thirty days from now', { 200: accountAnswers.signedIn }),
    },
    async (request, reply) => {
      const token = sessionTokenOf(request)
      if (request.agent?.signedInWith === 'session' && token !== undefined) {
        await extendSession(database.db, hashOfToken(token), userAgentOf(request))
        sendSessionCookie(request, reply, token)
      }
      return { user: await profile(database, agentIdOf(request)) }
    },
  )
}

function profileRoutes(server: Server, services: Services, mails: Mails | null): void {
  const { database } = services
  server.get(
    '/users/profile/',
    { schema: described('users', 'Retrieve the signed-in agent', { 200: accountAnswers.agent }) },
    (request) => profile(database, agentIdOf(request)),
  )

  server.patch(
    '/users/profile/',
    {
      schema: {
        // `password` is refused explicitly: if it were ignored, the client would believe that the password was changed.
        body: v.object({
          ...profileChangesSchema.entries,
          current_password: v.optional(v.pipe(v.string(), v.maxLength(1000))),
          password: v.optional(v.never('Change the password with POST users/password/ instead.')),
        }),
        ...described(
          'users',
          'Update the agent’s name, license, phone or email. A new email requires `current_password`',
          {
            200: accountAnswers.agent,
            400: 'Invalid request, or a missing or wrong current password, with a list of messages for each field',
            403: 'An API token cannot change the email',
            429: 'Too many wrong passwords: retry after `Retry-After` seconds',
          },
        ),
      },
    },
    async (request) => {
      const { password: _, current_password = '', ...changes } = request.body
      const { email } = changes
      const agentId = agentIdOf(request)
      if (email === undefined) return changeProfile(database, agentId, changes)
      refuseApiTokens(request)
      const before = await profile(database, agentId)
      // Password reset links are sent to this address, so changing it needs the password.
      if (email !== before.email)
        await verifyCurrentPassword(services, agentId, { current_password, address: request.ip })
      const user = await changeProfile(database, agentId, changes)
      mails?.sendInBackground(request, mailChangedEmail(services, mails, before, email))
      return user
    },
  )

  server.get(
    '/users/dashboard/',
    {
      schema: {
        querystring: todayQuerySchema,
        ...described('users', 'Retrieve the counts on the dashboard', { 200: accountAnswers.stats }),
      },
    },
    (request) => dashboardStats(database.db, agentIdOf(request), request.query.today || dateOfInstant(Date.now())),
  )
}

function apiTokenRoutes(server: Server, { database }: Services): void {
  server.get(
    '/users/tokens/',
    {
      schema: described('users', 'List API tokens, newest first', { 200: accountAnswers.tokens }),
    },
    async (request) => ({ results: await apiTokensOf(database.db, agentIdOf(request)) }),
  )

  server.post(
    '/users/tokens/',
    {
      config: { access: 'session' },
      schema: {
        body: newApiTokenSchema,
        ...described('users', 'Create an API token', { 201: accountAnswers.newToken }),
      },
    },
    async (request, reply) => reply.code(201).send(await addApiToken(database, agentIdOf(request), request.body)),
  )

  server.delete(
    '/users/tokens/:id/',
    {
      config: { access: 'session' },
      schema: { params: recordParams, ...described('users', 'Revoke an API token', { 204: 'Revoked' }) },
    },
    async (request, reply) => {
      const wasDeleted = await deleteApiToken(database.db, agentIdOf(request), request.params.id)
      if (!wasDeleted) throw new RefusedRequest(notFound())
      return reply.code(204).send()
    },
  )
}
