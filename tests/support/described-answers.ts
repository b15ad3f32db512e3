import { fastify } from 'fastify'
import type { Server } from '#server/http/fastify-types.ts'
import { schemaAt } from '#server/http/description/shared-schemas.ts'

type Schema = { [keyword: string]: unknown }
export type Operation = {
  security: Record<string, unknown>[]
  parameters?: { name: string; in: string }[]
  requestBody?: object
  responses: Record<string, Response>
}
type Response = { headers?: Record<string, object>; content?: Record<string, { schema: Schema }> }
type Described = { method: string; path: string; operation: Operation }
type Answered = { method: string; url: string; sent?: unknown; status: number; headers: object; text: string }

const seen = new WeakMap<Server, Set<string>>()
let described: Described[] | undefined

/** Every operation of the API description, with references resolved. */
export function operationsOf(server: Server): Described[] {
  described ??= readOperations(server)
  return described
}

function readOperations(server: Server): Described[] {
  const document = server.swagger() as { paths: object }
  const paths = resolveReferences(document.paths, document) as Record<string, Record<string, Operation>>
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  // `listings/available/` before `listings/{id}/`.
  return operations.toSorted((one, other) => one.path.split('{').length - other.path.split('{').length)
}

function resolveReferences(value: unknown, document: object): unknown {
  if (Array.isArray(value)) return value.map((one) => resolveReferences(one, document))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(schemaAt(value, document))
  return Object.fromEntries(entries.map(([name, one]) => [name, resolveReferences(one, document)]))
}

/** `GET /api/users/profile/ 200` for each answer of this server so far. */
export function answersSeen(server: Server): ReadonlySet<string> {
  return seen.get(server) ?? new Set()
}

/** Throws if an answer, or one inside a batch, does not match the API description. */
export async function expectMatchesDescription(server: Server, answer: Answered): Promise<void> {
  const faults = await faultsOf(server, operationsOf(server), answer)
  if (faults.length > 0) throw new Error(`The API description says otherwise:\n${faults.join('\n')}`)
}

async function faultsOf(server: Server, operations: readonly Described[], answer: Answered): Promise<string[]> {
  const { method, url, status } = answer
  const found = operations.find((one) => one.method === method && isAt(one.path, url.split('?', 1)[0]!))
  if (found === undefined) return []
  const name = `${method} ${found.path} ${status}`
  if (!seen.has(server)) seen.set(server, new Set())
  seen.get(server)!.add(name)
  const response = found.operation.responses[status] ?? found.operation.responses[`${Math.floor(status / 100)}XX`]
  if (response === undefined) return [`${name}: this status`]
  const faults = [...headerFaults(answer, response), ...(await bodyFaults(answer, response))]
  return [
    ...faults.map((fault) => `${name}: ${fault} in ${answer.text.slice(0, 300)}`),
    ...(await batchFaults(server, operations, answer, found.path)),
  ]
}

/** Each answer in a batch must match the description of its own call. Answers to newer revisions are skipped. */
async function batchFaults(server: Server, operations: readonly Described[], answer: Answered, path: string) {
  if (path !== '/api/sync/batch/' || answer.status !== 200 || answer.sent === undefined) return []
  const { operations: asked } = answer.sent as { operations: { method: string; path: string }[] }
  const { answers } = JSON.parse(answer.text) as { answers: { status: number; headers: object; body?: unknown }[] }
  const faults = await Promise.all(
    answers.map(async ({ status, headers: said, body }, index) => {
      const { method, path: below } = asked[index]!
      if ('idempotent-replay' in said) return []
      const text = body === undefined ? '' : JSON.stringify(body)
      const headers = body === undefined ? {} : { 'content-type': 'application/json' }
      return faultsOf(server, operations, { method, url: `/api/${below}`, status, headers, text })
    }),
  )
  return faults.flat()
}

function isAt(path: string, address: string): boolean {
  const [parts, given] = [path.split('/'), address.split('/')]
  return parts.length === given.length && parts.every((part, index) => part.startsWith('{') || part === given[index])
}

/** Headers of every answer: those of proxies and browsers, and the echoed key. */
const ordinary =
  /^(cache-control|connection|content-(encoding|length|security-policy|type)|cross-origin-.*|date|idempotency-key|keep-alive|origin-agent-cluster|permissions-policy|referrer-policy|set-cookie|strict-transport-security|transfer-encoding|vary|x-(accel-buffering|content-type-options|dns-prefetch-control|download-options|frame-options|permitted-cross-domain-policies|robots-tag|xss-protection))$/

function headerFaults({ headers }: Answered, response: Response): string[] {
  const names = Object.keys(headers).filter((name) => !ordinary.test(name))
  return names.filter((name) => response.headers?.[name] === undefined).map((name) => `the header ${name}`)
}

async function bodyFaults({ headers, text }: Answered, { content }: Response): Promise<string[]> {
  if ('content-encoding' in headers) return []
  if (content === undefined) return text === '' ? [] : ['a body']
  const type = String((headers as Record<string, unknown>)['content-type']).split(';', 1)[0]!
  const schema = content[type]?.schema
  if (schema === undefined) return [`the type ${type}`]
  return type === 'application/json' ? faultsIn(schema, JSON.parse(text)) : []
}

type Check = ((value: unknown) => boolean) & { errors?: { instancePath: string; message: string; params: object }[] }
const checks = new WeakMap<Schema, Check>()
let compile: Promise<(schema: Schema) => Check> | undefined

async function faultsIn(schema: Schema, value: unknown): Promise<string[]> {
  let check = checks.get(schema)
  if (check === undefined) {
    check = (await (compile ??= jsonSchemas()))(closed(schema) as Schema)
    checks.set(schema, check)
  }
  if (check(value)) return []
  return (check.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath || 'the body'} ${message} ${JSON.stringify(params)}`,
  )
}

/** Fastify's own JSON Schema validator, configured to change nothing. */
async function jsonSchemas(): Promise<(schema: Schema) => Check> {
  const customOptions = { coerceTypes: false, useDefaults: false, removeAdditional: false, strict: false } as const
  const carrier = fastify({ ajv: { customOptions } })
  carrier.post('/', { schema: { body: {} } }, () => null)
  await carrier.ready()
  return (schema) => carrier.validatorCompiler!({ schema, method: '', url: '', httpPart: 'body' }) as Check
}

/** Disallows undescribed fields, although clients must accept them. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const inner = Object.fromEntries(Object.entries(schema).map(([keyword, value]) => [keyword, closed(value)]))
  return 'properties' in inner && inner['properties'] instanceof Object
    ? { additionalProperties: false, ...inner }
    : inner
}
