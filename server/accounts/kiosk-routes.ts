import * as v from 'valibot'
import { described } from '#server/http/description/described.ts'
import type { Server } from '#server/http/fastify-types.ts'
import { smallBodyLimit } from '#server/http/bodies/incoming-bodies.ts'
import { agentIdOf } from '#server/http/write-of.ts'
import { invalid, RefusedRequest, visitorsOnly } from '#server/problem-responses.ts'
import type { Services } from '#server/services.ts'
import { ownSessionHashOf } from './cookies.ts'
import { setKioskMode } from './credentials-repository.ts'
import { hashOfToken } from './secret-tokens.ts'

const startSchema = v.object({
  release_hash: v.pipe(v.string(), v.regex(/^[\da-f]{64}$/, 'Enter a SHA-256 hash as 64 hexadecimal digits.')),
})
const endSchema = v.object({ release: v.pipe(v.string(), v.maxLength(200)) })

/** Kiosk mode limits only the session of this tablet. It ends only with the secret `release`, whose hash the tablet sent at the start. */
export function kioskRoutes(server: Server, { database: { db } }: Services): void {
  const config = { access: 'session', allowsKiosk: true, rateLimit: { max: 10, timeWindow: '1 minute' } } as const

  server.post(
    '/users/kiosk/',
    {
      bodyLimit: smallBodyLimit,
      config,
      schema: {
        body: startSchema,
        ...described('users', 'Put this session into kiosk mode, with access only to what open-house visitors need', {
          204: 'In kiosk mode until `users/kiosk/end/` receives the secret with this hash',
        }),
      },
    },
    async (request, reply) => {
      const kiosk = { tokenHash: ownSessionHashOf(request), releaseHash: request.body.release_hash }
      // False if the session is already in kiosk mode with another secret.
      if (!(await setKioskMode(db, { ...kiosk, isLimited: true })))
        throw new RefusedRequest(visitorsOnly(agentIdOf(request)))
      return reply.code(204).send()
    },
  )

  server.post(
    '/users/kiosk/end/',
    {
      bodyLimit: smallBodyLimit,
      config,
      schema: {
        body: endSchema,
        ...described('users', 'End the kiosk mode of this session', {
          204: 'The session is not, or no longer, in kiosk mode',
          400: 'Wrong secret',
        }),
      },
    },
    async (request, reply) => {
      const kiosk = { tokenHash: ownSessionHashOf(request), releaseHash: hashOfToken(request.body.release) }
      if (!(await setKioskMode(db, { ...kiosk, isLimited: false })))
        throw new RefusedRequest(invalid({ release: ['This secret does not match. The kiosk is still running.'] }))
      return reply.code(204).send()
    },
  )
}
