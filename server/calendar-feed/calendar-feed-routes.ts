import * as v from 'valibot'
import { calendarFileType } from '#core/domain/schedule/calendar-file.ts'
import {
  described,
  describedWrite,
  fileAnswer,
  jsonAnswer,
  downloadHeaders,
} from '#server/http/description/described.ts'
import type { Server } from '#server/http/fastify-types.ts'
import { etagOfBody, matchesIfNoneMatch } from '#server/http/if-none-match.ts'
import { sendOutcome } from '#server/http/outcome.ts'
import { agentIdOf, writeOf } from '#server/http/write-of.ts'
import { notFound } from '#server/problem-responses.ts'
import type { Services } from '#server/services.ts'
import { closeFeed, feedAddressOf, feedOf, renewFeedAddress } from './calendar-feed-service.ts'

const feedAddressSchema = v.object({ address: v.nullable(v.string()), created_at: v.nullable(v.string()) })
const feedName = /^([\w-]{43})\.ics$/

/** The feed itself. It is outside `/api/` because calendar apps cannot sign in: the 256-bit address is its only protection. */
export function calendarFileRoute(server: Server, { database }: Services): void {
  server.get<{ Params: { name: string } }>(
    '/calendar/:name',
    {
      config: { access: 'public' },
      schema: described('calendar', 'Download an agent’s calendar, for calendar apps', {
        200: fileAnswer('The calendar as an iCalendar file', 'text/calendar', {
          etag: 'Cache validator: changes when the calendar changes. Send it back in `If-None-Match`',
          ...downloadHeaders,
        }),
        304: 'Not modified',
        404: 'No such calendar, or its address was replaced or turned off',
      }),
    },
    async (request, reply) => {
      const secret = feedName.exec(request.params.name)?.[1]
      const feed = secret === undefined ? null : await feedOf(database, secret)
      if (feed === null) return sendOutcome(reply, notFound())
      const etag = etagOfBody(feed)
      reply.headers({ 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex', etag })
      if (matchesIfNoneMatch(request, etag)) return reply.code(304).send()
      return reply
        .headers({ 'content-type': calendarFileType, 'x-content-type-options': 'nosniff' })
        .header('content-disposition', 'inline; filename="fanlight.ics"')
        .send(feed)
    },
  )
}

/** Routes to read and change the feed's address. API tokens are refused, because the address gives access without a sign-in. */
export function calendarFeedAddressRoutes(server: Server, { database }: Services): void {
  const config = { access: 'session' } as const
  server.get(
    '/users/calendar-feed/',
    {
      config,
      schema: described('calendar', 'Retrieve the calendar’s secret address', {
        200: jsonAnswer('The path below the server’s origin, or null while there is none', feedAddressSchema),
      }),
    },
    (request) => feedAddressOf(database, agentIdOf(request)),
  )

  server.post(
    '/users/calendar-feed/',
    {
      config,
      schema: describedWrite('calendar', 'Create the calendar’s secret address, or replace it with a new one', {
        201: jsonAnswer('The new address', feedAddressSchema),
      }),
    },
    async (request, reply) => sendOutcome(reply, await renewFeedAddress(database, writeOf(request))),
  )

  server.delete(
    '/users/calendar-feed/',
    {
      config,
      schema: describedWrite('calendar', 'Turn off the calendar’s secret address', {
        204: 'Turned off. The address answers 404 from now on',
      }),
    },
    async (request, reply) => sendOutcome(reply, await closeFeed(database, writeOf(request))),
  )
}
