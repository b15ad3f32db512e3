import * as v from 'valibot'
import { described } from '#server/http/described.ts'
import type { Server } from '#server/http/fastify-types.ts'

const short = v.pipe(v.string(), v.maxLength(200))

/** Of a page's error record only what says which error of which build; the rest may hold what people typed. */
const errorReportSchema = v.object({
  type: v.optional(v.pipe(v.string(), v.regex(/^[\w .-]{1,60}$/, 'type must be a short name.')), 'error'),
  timestamp: v.optional(v.union([short, v.number()])),
  build_version: v.optional(v.pipe(v.string(), v.regex(/^[\w.-]{1,60}$/, 'build_version must be a short name.'))),
  session_id: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{1,60}$/, 'session_id must be an identifier.'))),
})

/** One record, or the queue of a session. */
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
        config: { access: 'public', forgery: 'harmless', rateLimit: { max: 60, timeWindow: '1 minute' } },
        schema: { body: reportsSchema, ...described('errors', 'Report errors of the page', { 202: 'Noted' }) },
      },
      async (request, reply) => {
        for (const report of reportsIn(request.body)) request.log.warn({ report }, 'an error on a page')
        return reply.code(202).send({ detail: 'Noted.' })
      },
    )
  }
}

function reportsIn(body: v.InferOutput<typeof reportsSchema>): v.InferOutput<typeof errorReportSchema>[] {
  if (Array.isArray(body)) return body
  return 'errors' in body ? body.errors : [body]
}
