import { credentialOf } from '#server/accounts/credential.ts'
import { described, fileAnswer } from '#server/http/description/described.ts'
import type { Server } from '#server/http/fastify-types.ts'
import { sendOutcome } from '#server/http/outcome.ts'
import { agentIdOf } from '#server/http/write-of.ts'
import { problem } from '#server/problem-responses.ts'
import type { Services } from '#server/services.ts'
import { readAgentVersion } from './changes-repository.ts'

/** Changes within this time, such as those of a batch, are sent as one event. */
const collectMs = 100

export function eventsRoutes(server: Server, { database }: Services): void {
  server.addHook('preClose', async () => server.eventStreams.endAll())

  server.get(
    '/sync/events/',
    {
      // Allowed in kiosk sessions: an event does not say what has changed.
      config: { allowsKiosk: true },
      schema: described(
        'sync',
        'Subscribe to changes. Server-sent events named `changed` carry the current version of the agent’s data',
        {
          200: fileAnswer('The event stream', 'text/event-stream'),
          429: 'Too many open streams of this agent: retry after `Retry-After` seconds',
        },
      ),
    },
    async (request, reply) => {
      const agentId = agentIdOf(request)
      const credential = credentialOf(request, database)
      const stream =
        credential && server.eventStreams.open(reply, { agentId, credential: credential.hash }, credential.isStillValid)
      if (stream === null) {
        const answer = problem(
          429,
          'too_many_attempts',
          'Too many event streams are open. Close one, or try again in a minute.',
          {
            headers: { 'retry-after': '60' },
          },
        )
        return sendOutcome(reply, answer)
      }
      let sentVersion = -1
      let sendTimer: NodeJS.Timeout | undefined
      const sendVersion = async () => {
        sendTimer = undefined
        const version = await readAgentVersion(database.db, agentId)
        if (version === sentVersion) return
        sentVersion = version
        stream.send('changed', { version })
      }
      const scheduleVersion = () => {
        sendTimer ??= setTimeout(() => void sendVersion().catch(() => stream.end()), collectMs)
      }
      const stopListening = database.signals.listen(agentId, scheduleVersion)
      scheduleVersion()
      await stream.ended
      stopListening()
      clearTimeout(sendTimer)
      return reply
    },
  )
}
