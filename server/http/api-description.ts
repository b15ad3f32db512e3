import swagger from '@fastify/swagger'
import { problemCodes } from '#core/contract/problems.ts'
import type { FastifyContextConfig, FastifySchema, RouteOptions } from 'fastify'
import { headersOf, refusalsOf, traitsOf, type RouteTraits } from './described-refusals.ts'
import type { Answer, Described } from './described.ts'
import type { FormDescription, Server } from './fastify-types.ts'
import { schemaOfInput } from './json-schemas.ts'
import { withSharedSchemas } from './shared-schemas.ts'

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
    transformObject: (described) =>
      'openapiObject' in described ? withSharedSchemas(described.openapiObject) : described.swaggerObject,
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
function jsonSchemasOf(schema: FastifySchema & Partial<Described>, route: RouteOptions): FastifySchema {
  const { querystring, params, answers = {}, summary, tags, hide } = schema
  const { form, body = schema.body } = route.config ?? {}
  const traits = traitsOf(schema, route)
  return {
    ...(summary === undefined ? {} : { summary }),
    ...(tags === undefined ? {} : { tags }),
    ...(hide === undefined ? {} : { hide }),
    ...(querystring === undefined ? {} : { querystring: schemaOfInput(querystring) }),
    ...(params === undefined ? {} : { params: schemaOfInput(params) }),
    ...(body === undefined ? {} : { body: schemaOfInput(body) }),
    ...(form === undefined ? {} : { body: formSchema(form), consumes: ['multipart/form-data', 'application/json'] }),
    response: answersOf(answers, traits),
    headers: { type: 'object', properties: requestHeadersOf(traits, answers) },
    security: securityOf(route.config?.access),
  }
}

function securityOf(access: FastifyContextConfig['access']): Record<string, never[]>[] {
  if (access === 'public') return []
  return access === 'session' ? [{ session: [] }] : [{ session: [] }, { token: [] }]
}

/** The route's own answers, and what it refuses without a word of its own. */
function answersOf(own: Described['answers'], traits: RouteTraits): Record<string, unknown> {
  const all: Record<string, Answer> = {
    ...refusalsOf(traits),
    ...own,
    '4XX': 'Another reason not to do it, in `code`',
    '5XX': 'Nothing was done; `busy` and `disk_full` pass by themselves',
  }
  return Object.fromEntries(Object.entries(all).map(([status, answer]) => [status, answerOf(status, answer, traits)]))
}

function answerOf(status: string, answer: Answer, traits: RouteTraits): unknown {
  const { sentence, headers = {}, ...sent } = typeof answer === 'string' ? { sentence: answer } : answer
  const location = status === '201' && 'etag' in headers ? { location: 'The address of the record' } : {}
  const content = 'type' in sent ? { [sent.type]: { schema: sent.schema } } : refused
  return {
    description: sentence,
    headers: headersIn({ ...headersOf(status, traits), ...headers, ...location }),
    // 204 and 304 have no body.
    ...(/^[23]/.test(status) && !('type' in sent) ? { type: 'null' } : { content }),
  }
}

const texts = { type: 'array', items: { type: 'string' } }

/** `detail` says it of the whole, or lists of messages stand at the names of fields. */
const refused = {
  'application/json': {
    schema: {
      title: 'Refusal',
      type: 'object',
      properties: {
        code: { type: 'string', enum: problemCodes },
        detail: { type: 'string' },
        record: { type: 'object', description: 'As it is now, with 412' },
        agent: { type: 'integer', description: 'Whose account is closed' },
      },
      required: ['code'],
      additionalProperties: texts,
    },
  },
}

function headersIn(sentences: Record<string, string>): Record<string, object> {
  return Object.fromEntries(
    Object.entries(sentences).map(([name, description]) => [name, { type: 'string', description }]),
  )
}

/** What a client may send along. */
function requestHeadersOf(
  { isKeyed, namesVersion }: RouteTraits,
  answers: Described['answers'],
): Record<string, object> {
  return headersIn({
    ...(304 in answers ? { 'If-None-Match': 'The ETag of what is known; 304 when it is the same' } : {}),
    ...(isKeyed
      ? { 'Idempotency-Key': 'The same write under the same key is done once, and gets its first answer' }
      : {}),
    ...(namesVersion ? { 'If-Match': 'The ETag of the record that is to be changed; else 412' } : {}),
  })
}

function formSchema({ fields, files }: FormDescription): Record<string, unknown> {
  const taken = fields === undefined ? { type: 'object' } : schemaOfInput(fields)
  const properties = taken['properties'] as Record<string, unknown> | undefined
  const fileProperties = Object.fromEntries(files.map((name) => [name, { type: 'string', format: 'binary' }]))
  return { ...taken, properties: { ...properties, ...fileProperties } }
}
