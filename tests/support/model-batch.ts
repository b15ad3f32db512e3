import type { Fields, Json } from '#core/contract/json.ts'
import type { Request } from '#core/sync/ports.ts'
import type { ModelAnswer } from './model-server.ts'

type Entry = { method: Request['method']; path: string; key: string; if_match?: string | null; body?: Fields }

/** Handles a batch as single requests in order. `$created` refers to its own ids; dependents of failed operations get 424. */
export function answerBatch(request: Request, once: (request: Request) => ModelAnswer): ModelAnswer {
  const entries = request.fields['operations'] as unknown as Entry[]
  if (entries.length === 0 || entries.length > 200) return { status: 400, headers: {}, body: { code: 'invalid' } }
  const known = request.headers['Sync-Cursor']
  const ids = new Map<string, number>()
  const failed = new Set<string>()
  const answers: Fields[] = []
  for (const entry of entries) {
    const { status, headers, body } = answerEntry(entry)
    if (status >= 300 && entry.method !== 'POST') failed.add(resolved(entry.path, ids))
    const id = body !== null && typeof body === 'object' && !Array.isArray(body) ? body['id'] : null
    if (status < 300 && entry.method === 'POST' && typeof id === 'number') ids.set(entry.key, id)
    answers.push({ key: entry.key, status, headers, ...(body === undefined ? {} : { body }) })
  }
  return { status: 200, headers: {}, body: { answers } }

  function answerEntry({ method, path, key, if_match: ifMatch, body }: Entry): ModelAnswer {
    const whole = resolved(JSON.stringify({ path, body: body ?? {} }), ids)
    if (whole.includes('$created')) return { status: 424, headers: {}, body: { code: 'dependency_failed' } }
    const said = JSON.parse(whole) as { path: string; body: Fields }
    if (failed.has(said.path)) return { status: 424, headers: {}, body: { code: 'dependency_failed' } }
    const isForm = /^listings\/(\d+\/)?$/.test(said.path)
    return once({
      method,
      path: said.path,
      encoding: body === undefined ? 'none' : isForm ? 'multipart' : 'json',
      fields: said.body,
      files: {},
      headers: {
        'Idempotency-Key': key,
        ...(ifMatch ? { 'If-Match': ifMatch } : {}),
        ...(known === undefined ? {} : { 'Sync-Cursor': known }),
      },
      timeoutMs: request.timeoutMs,
    })
  }
}

/** Replaces `$created` references in a path, in a path inside JSON, and in a body. */
function resolved(text: string, ids: ReadonlyMap<string, number>): string {
  return text.replaceAll(/\{\\?"\$created\\?":\\?"([^"\\]+)\\?"\}/g, (mark, key: string) => {
    const id = ids.get(key)
    return id === undefined ? mark : String(id satisfies Json)
  })
}
