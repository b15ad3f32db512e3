import swagger from '@fastify/swagger'
import { toJsonSchema } from '@valibot/to-json-schema'
import type { FastifyContextConfig, FastifySchema, RouteOptions } from 'fastify'
import * as v from 'valibot'
import type { Answer, Described } from './described.ts'
import type { FormDescription, Server } from './fastify-types.ts'

/** Collects the routes registered after it; `describeApi` answers them as OpenAPI 3.1. */
export async function collectRoutes(server: Server): Promise<void> {
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Fanlight',
        version: '1',
        description:
          'Listings, clients and tours of a real-estate agent, with extensions for clients that work offline.',
      },
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: 'fanlight_session' },
          token: { type: 'http', scheme: 'bearer' },
        },
      },
    },
    transform: ({ schema, url, route }) => ({ url, schema: jsonSchemasOf(schema ?? {}, route) }),
  })
}

export function describeApi(server: Server): void {
  server.get(
    '/schema/',
    { config: { access: 'public' }, schema: { hide: true } },
    () => server.swagger() as Record<string, unknown>,
  )
}

/** A route's schema as JSON schemas; also what the route does not check itself: forms, answers, sign-in. */
function jsonSchemasOf(schema: FastifySchema & { answers?: Described['answers'] }, route: RouteOptions): FastifySchema {
  const { body, querystring, params, answers, summary, tags, hide } = schema
  const form = route.config?.form
  return {
    ...(summary === undefined ? {} : { summary }),
    ...(tags === undefined ? {} : { tags }),
    ...(hide === undefined ? {} : { hide }),
    ...(querystring === undefined ? {} : { querystring: jsonSchema(querystring) }),
    ...(params === undefined ? {} : { params: jsonSchema(params) }),
    ...(body === undefined ? {} : { body: jsonSchema(body) }),
    ...(form === undefined ? {} : { body: formSchema(form), consumes: ['multipart/form-data', 'application/json'] }),
    ...(answers === undefined ? {} : { response: answersOf(answers) }),
    headers: { type: 'object', properties: headersOf(route) },
    security: securityOf(route.config?.access),
  }
}

function securityOf(access: FastifyContextConfig['access']): Record<string, never[]>[] {
  if (access === 'public') return []
  return access === 'session' ? [{ session: [] }] : [{ session: [] }, { token: [] }]
}

/** Those of the route, and what any route may say instead. */
function answersOf(answers: Described['answers']): Record<string, unknown> {
  const own = Object.entries(answers).map(([status, answer]) => [status, answerOf(answer)])
  return { ...Object.fromEntries(own), '4XX': refusal, '5XX': refusal }
}

function answerOf(answer: Answer): unknown {
  if (typeof answer === 'string') return { description: answer, type: 'object', additionalProperties: true }
  if (!('sentence' in answer)) return jsonSchema(answer)
  const headers = { etag: { type: 'string', description: 'For If-Match and If-None-Match' } }
  return { description: answer.sentence, headers, ...answer.json }
}

const messages = { type: 'array', items: { type: 'string' } }
const refusal = {
  description:
    'Why not: `detail` and `code`, or messages at the fields. `Retry-After` says how long to wait after 429 and 503',
  headers: { 'retry-after': { type: 'string', description: 'In seconds' } },
  type: 'object',
  properties: { detail: { type: 'string' }, code: { type: 'string' } },
  additionalProperties: messages,
}

/** What a client may send along. */
function headersOf({ method, config }: RouteOptions): Record<string, unknown> {
  const methods = new Set([method].flat())
  const text = (description: string) => ({ type: 'string', description })
  if (methods.has('GET'))
    return { 'If-None-Match': text('The ETag of the list that is known; 304 when it is the same') }
  if (config?.access === 'public') return {}
  return {
    'Idempotency-Key': text('The same write under the same key is done once, and gets its first answer'),
    ...(methods.has('POST') ? {} : { 'If-Match': text('The ETag of the record that is to be changed; else 412') }),
  }
}

function formSchema({ fields, files }: FormDescription): Record<string, unknown> {
  const described = fields === undefined ? { type: 'object' } : jsonSchema(fields)
  const properties = described['properties'] as Record<string, unknown> | undefined
  const fileProperties = Object.fromEntries(files.map((name) => [name, { type: 'string', format: 'binary' }]))
  return { ...described, properties: { ...properties, ...fileProperties } }
}

function jsonSchema(schema: unknown): Record<string, unknown> {
  // What is sent, not what it is parsed to; transformations have no place in JSON Schema and are left out.
  const { $schema: _, ...rest } = toJsonSchema(schema as v.GenericSchema, { typeMode: 'input', errorMode: 'ignore' })
  return rest
}
