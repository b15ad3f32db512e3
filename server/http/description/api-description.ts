import swagger from '@fastify/swagger'
import { problemCodes } from '#core/contract/problems.ts'
import { keyRetentionDays } from '#server/housekeeping.ts'
import type { FastifyContextConfig, FastifySchema, RouteOptions } from 'fastify'
import { headersOf, refusalsOf, traitsOf, type RouteTraits } from './described-refusals.ts'
import type { Answer, Described } from './described.ts'
import { withParameterDescriptions } from './described-parameters.ts'
import type { FormDescription, Server } from '#server/http/fastify-types.ts'
import { schemaOfInput } from './json-schemas.ts'
import { withSharedSchemas } from './shared-schemas.ts'

/** Collects the descriptions of all routes that are registered after this call. `describeApi` serves them as OpenAPI 3.1. */
export async function collectRoutes(server: Server): Promise<void> {
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Fanlight',
        version: '1',
        description:
          'Manage a real-estate agent’s listings, clients and tours. Includes extensions for clients that work offline.',
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
    transform: ({ schema, url, route }) => ({ url, schema: jsonSchemasOf(schema ?? {}, route, url) }),
  })
}

export function describeApi(server: Server): void {
  server.get(
    '/schema/',
    { config: { access: 'public' }, schema: { hide: true } },
    () => server.swagger() as Record<string, unknown>,
  )
}

/** Returns a route's schema as JSON schemas, with the parts that Fastify does not validate: forms, responses and sign-in. */
function jsonSchemasOf(schema: FastifySchema & Partial<Described>, route: RouteOptions, url: string): FastifySchema {
  const { querystring, params, answers = {}, summary, tags, hide } = schema
  const { form, body = schema.body } = route.config ?? {}
  const traits = traitsOf(schema, route)
  return {
    ...(summary === undefined ? {} : { summary }),
    ...(tags === undefined ? {} : { tags }),
    ...(hide === undefined ? {} : { hide }),
    ...(querystring === undefined ? {} : { querystring: withParameterDescriptions(schemaOfInput(querystring), url) }),
    ...(params === undefined ? {} : { params: withParameterDescriptions(schemaOfInput(params), url) }),
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

function answersOf(own: Described['answers'], traits: RouteTraits): Record<string, unknown> {
  const all: Record<string, Answer> = {
    ...refusalsOf(traits),
    ...own,
    '4XX': 'Refused for another reason, named in `code`',
    '5XX': 'Server error. `busy` and `disk_full` are temporary: retry after `Retry-After` seconds',
  }
  return Object.fromEntries(Object.entries(all).map(([status, answer]) => [status, answerOf(status, answer, traits)]))
}

function answerOf(status: string, answer: Answer, traits: RouteTraits): unknown {
  const { sentence, headers = {}, ...sent } = typeof answer === 'string' ? { sentence: answer } : answer
  const location = status === '201' && 'etag' in headers ? { location: 'URL of the new record' } : {}
  const content = 'type' in sent ? { [sent.type]: { schema: sent.schema } } : refused
  return {
    description: sentence,
    headers: headersIn({ ...headersOf(status, traits), ...headers, ...location }),
    ...(/^[23]/.test(status) && !('type' in sent) ? { type: 'null' } : { content }),
  }
}

const texts = { type: 'array', items: { type: 'string' } }

const refused = {
  'application/json': {
    schema: {
      title: 'Refusal',
      type: 'object',
      properties: {
        code: { type: 'string', enum: problemCodes },
        detail: { type: 'string' },
        record: { type: 'object', description: 'The current record. Sent with 412' },
        agent: {
          type: 'integer',
          description: 'Id of the agent whose account is closed, or whose session is in kiosk mode',
        },
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

function requestHeadersOf(
  { isKeyed, namesVersion }: RouteTraits,
  answers: Described['answers'],
): Record<string, object> {
  return headersIn({
    ...(304 in answers
      ? {
          'If-None-Match':
            'The `ETag` of an earlier response. If nothing has changed since, the response is 304 without a body',
        }
      : {}),
    ...(isKeyed
      ? {
          'Idempotency-Key': `Unique key of this write, 1 to 200 visible ASCII characters. A retry with the same key does not repeat the write: it returns the original response. Keys are stored for ${keyRetentionDays} days`,
        }
      : {}),
    ...(namesVersion
      ? { 'If-Match': 'The `ETag` of the version to change. If the record has changed since, the response is 412' }
      : {}),
  })
}

function formSchema({ fields, files }: FormDescription): Record<string, unknown> {
  const fieldsSchema = fields === undefined ? { type: 'object' } : schemaOfInput(fields)
  const properties = fieldsSchema['properties'] as Record<string, unknown> | undefined
  const fileProperties = Object.fromEntries(files.map((name) => [name, { type: 'string', format: 'binary' }]))
  return { ...fieldsSchema, properties: { ...properties, ...fileProperties } }
}
