import { createHash } from 'node:crypto'
import type { Server } from '#server/http/fastify-types.ts'
import { schemaAt } from './shared-schemas.ts'

type Schema = {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  description?: string
  maxLength?: number
}
type Parameter = { name: string; in: string; description?: string; required?: boolean; schema?: Schema }
type Operation = {
  summary?: string
  tags?: string[]
  security?: Record<string, unknown>[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema?: Schema }> }
  responses?: Record<string, { description?: string; headers?: object; content?: Record<string, { schema?: Schema }> }>
}
type Description = {
  info: { description?: string }
  paths: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, unknown> }
}

/** Serves the API description as an HTML page without scripts, so that it can have a strict content security policy. */
export function apiDocs(server: Server): void {
  let page: string | undefined
  server.get('/docs/', { config: { access: 'public' }, schema: { hide: true } }, (_request, reply) => {
    page ??= pageOf(server.swagger() as unknown as Description)
    return reply
      .headers({
        'cache-control': 'no-cache',
        'content-security-policy': `default-src 'none'; style-src '${hashOf(style)}'; base-uri 'none'; frame-ancestors 'none'`,
      })
      .type('text/html; charset=utf-8')
      .send(page)
  })
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

function pageOf(description: Description): string {
  const { info, paths } = description
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      Object.assign({ path, method: method.toUpperCase(), fields: answeredFields(operation, description) }, operation),
    ),
  )
  const tags = [...new Set(calls.flatMap(({ tags }) => tags ?? []))].toSorted((one, other) => one.localeCompare(other))
  const parts = tags.map((tag) => {
    const ofTag = calls.filter((call) => call.tags?.includes(tag))
    return `<section id="${escaped(tag)}"><h2>${escaped(tag)}</h2>${ofTag.map(callOf).join('')}</section>`
  })
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Fanlight API</title><style>${style}</style></head><body><main><h1>Fanlight API</h1>
<p>${escaped(info.description ?? '')} For programs: <a href="/api/schema/">OpenAPI 3.1</a>.</p>${rules}
<nav>${tags.map((tag) => `<a href="#${escaped(tag)}">${escaped(tag)}</a>`).join(' ')}</nav>${parts.join('')}</main></body></html>`
}

const rules = `<ul><li>Send <code>Authorization: Bearer TOKEN</code>; create tokens in Settings, API.</li>
<li>Lists come in pages (<code>page</code>, <code>page_size</code>); <code>next</code> is the URL of the next page. Send its <code>ETag</code> as <code>If-None-Match</code> to get 304 if a page has not changed.</li>
<li>Send an <code>Idempotency-Key</code> with each write. A retry with the same key does not repeat the write: it returns the original response.</li>
<li>A record’s <code>ETag</code> is its <code>version</code>. Send it as <code>If-Match</code> with a change or deletion; if the record has changed since, the response is 412.</li>
<li>A 400 lists messages by field. Other errors have <code>detail</code> and <code>code</code>. After a 429 or 503, wait <code>Retry-After</code> seconds.</li></ul>`

type Call = Operation & { path: string; method: string; fields: string[][] }

function callOf({
  path,
  method,
  summary = '',
  security = [],
  parameters = [],
  requestBody,
  responses = {},
  fields,
}: Call): string {
  const allowed =
    security.length === 0 ? 'everyone' : security.some((one) => 'token' in one) ? 'session or token' : 'session'
  const bodies = Object.entries(requestBody?.content ?? {})
  const body = bodies[0]?.[1].schema
  const shownParameters = parameters.filter((one) => one.in !== 'header')
  return `<details><summary><b class="${method}">${method}</b> <code>${escaped(path)}</code> <span>${escaped(summary)}</span></summary>
<p>For: ${allowed}.${bodies.length === 0 ? '' : ` Body: ${escaped(bodies.map(([type]) => type).join(' or '))}.`}</p>
${
  shownParameters.length === 0
    ? ''
    : table(
        'Parameters',
        shownParameters.map((one) => [
          one.name,
          typeOf(one.schema),
          one.in + (one.required ? ', required' : ''),
          one.description ?? '',
        ]),
      )
}
${body === undefined ? '' : table('Body', rowsOf(body))}
${table(
  'Answers',
  Object.entries(responses).map(([status, one]) => [
    status,
    one.description ?? '',
    Object.keys(one.headers ?? {}).join(', '),
  ]),
)}${fields.length === 0 ? '' : table('Fields', fields)}</details>`
}

function answeredFields({ responses = {} }: Operation, description: Description): string[][] {
  const answered = (responses['200'] ?? responses['201'])?.content?.['application/json']?.schema
  return rowsOf(schemaAt(answered?.properties?.['results']?.items ?? answered ?? {}, description))
}

function rowsOf({ properties = {}, required = [] }: Schema): string[][] {
  return Object.entries(properties).map(([name, schema]) => [
    name,
    typeOf(schema),
    required.includes(name) ? 'required' : '',
    schema.description ?? '',
  ])
}

function typeOf(schema: Schema | undefined): string {
  if (schema === undefined) return ''
  const { $ref, type, items, maxLength } = schema
  if ($ref !== undefined) return $ref.split('/').at(-1)!
  const either = schema.anyOf ?? schema.oneOf
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(' | ')
  if (either !== undefined) return [...new Set(either.map(typeOf))].join(' | ')
  if (items !== undefined) return `list of ${typeOf(items) || 'anything'}`
  return [[type].flat().join(' | '), maxLength === undefined ? '' : `up to ${maxLength}`].filter(Boolean).join(', ')
}

function table(title: string, rows: string[][]): string {
  const lines = rows.map(
    (cells) =>
      `<tr>${cells.map((cell, index) => `<td>${index === 0 ? `<code>${escaped(cell)}</code>` : escaped(cell)}</td>`).join('')}</tr>`,
  )
  return `<h3>${title}</h3><div class="table"><table>${lines.join('')}</table></div>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

const style = `:root{color-scheme:light dark}body{margin:0;font:1rem/1.5 system-ui,sans-serif}main{max-width:60rem;margin:0 auto;padding:1.5rem 1rem 4rem}
h1{font-size:1.6rem}h2{margin:2.5rem 0 .5rem;font-size:1.25rem;text-transform:capitalize}h3{font-size:.95rem;margin:1rem 0 .25rem}
nav{display:flex;flex-wrap:wrap;gap:.25rem 1rem}nav a{padding:.6rem 0;text-transform:capitalize}
details{border-block-start:1px solid #8886;padding:.25rem 0}summary{min-height:2.75rem;cursor:pointer;padding:.5rem 0;overflow-wrap:anywhere}summary span{opacity:.8}
code{font:.92em ui-monospace,monospace}b{display:inline-block;min-width:4.2rem}.table{overflow-x:auto}table{border-collapse:collapse;font-size:.95rem}td{padding:.2rem 1rem .2rem 0;vertical-align:top;text-align:start}`
