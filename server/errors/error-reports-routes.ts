import * as v from 'valibot'
import { described, jsonAnswer } from '#server/http/description/described.ts'
import type { Server } from '#server/http/fastify-types.ts'

/** For privacy: drops values that do not look like an identifier, because they may be user input. */
function optionalIdentifier(pattern: RegExp) {
  return v.fallback(v.optional(v.pipe(v.string(), v.regex(pattern))), undefined)
}

/** Only the fields that identify the error and the build; others may contain user input. */
const errorReportSchema = v.object({
  // Required, because `reportsSchema` recognizes a single report by this field, even if its value is then dropped.
  type: v.pipe(
    v.string(),
    v.transform((type) => (/^[\w .-]{1,60}$/.test(type) ? type : undefined)),
  ),
  timestamp: optionalIdentifier(/^[\d:.TZ+-]{1,40}$/),
  build_version: optionalIdentifier(/^[\w.-]{1,60}$/),
  environment: optionalIdentifier(/^\w{1,20}$/),
  session_id: optionalIdentifier(/^[\w-]{1,60}$/),
})

const reportsSchema = v.union(
  [
    errorReportSchema,
    v.pipe(v.array(errorReportSchema), v.maxLength(50)),
    v.object({ errors: v.pipe(v.array(errorReportSchema), v.maxLength(50)) }),
  ],
  'An error record is expected.',
)

export function errorReportsRoutes(server: Server): void {
  for (const path of ['/errors/report', '/errors/report/']) {
    server.post(
      path,
      {
        bodyLimit: 256 * 1024,
        // 'harmless': no CSRF check, because the request only writes to the log.
        config: { access: 'public', forgery: 'harmless', rateLimit: { max: 60, timeWindow: '1 minute' } },
        schema: {
          body: reportsSchema,
          ...described('errors', 'Report errors that happened in the browser', {
            202: jsonAnswer('Logged', v.object({ detail: v.string() })),
          }),
        },
      },
      async (request, reply) => {
        for (const report of reportsIn(request.body)) request.log.warn({ report }, 'a report of a page')
        return reply.code(202).send({ detail: 'Noted.' })
      },
    )
  }
}

function reportsIn(body: v.InferOutput<typeof reportsSchema>): v.InferOutput<typeof errorReportSchema>[] {
  if (Array.isArray(body)) return body
  return 'errors' in body ? body.errors : [body]
}
