import { randomUUID } from 'node:crypto'
import type { Operation } from './described-answers.ts'
import { aVisitor, type Agent, type Answer, type TestServer } from './server.ts'

/** A call that succeeds. `missing` is a URL of the same operation without a record, by default `url` with other ids. */
export type Call = {
  method: string
  url: string
  body?: object | undefined
  missing?: string | undefined
  operation: Operation
}

const anotherRequest = { first_name: 'Una', last_name: 'Quill', email: 'una@example.com' }
const json = { 'content-type': 'application/json' }

/** Provokes each refusal that a route can give before its own work; `busy` must have used up its writes. */
export function provokedRefusals(server: TestServer, agent: Agent, busy: Agent) {
  const refusals: Record<number, (call: Call) => Promise<Answer>> = {
    400: ({ method, url, operation }) => {
      const headers = { ...json, 'idempotency-key': 'two words' }
      if (method === 'GET') return agent.get(`${url}?${wrongQuery(operation)}`)
      return agent.ask(method, url, method === 'DELETE' ? { headers } : { headers, raw: '{' })
    },
    401: ({ method, url, body }) => aVisitor(server).ask(method, url, { body }),
    403: ({ method, url, body }) =>
      agent.ask(method, url, { body, headers: { 'x-agent-id': '0', origin: 'https://elsewhere.example' } }),
    404: ({ method, url, body, missing = url.replaceAll(/\/\d+(?=\/)/g, '/999999999') }) =>
      agent.ask(method, missing, { body }),
    409: ({ method, url, body }) => agent.ask(method, url, { body, headers: { 'sync-cursor': 'of another server' } }),
    410: async ({ method, url, body }) => {
      const key = `${randomUUID()}:1`
      await agent.post('/api/sync/known/', { keys: [], deleted: [key] })
      return agent.ask(method, url, { body, headers: { 'idempotency-key': key } })
    },
    412: ({ method, url, body }) => agent.ask(method, url, { body, headers: { 'if-match': '"0"' } }),
    413: ({ method, url }) => agent.ask(method, url, { raw: '{}', headers: { ...json, 'content-length': '99999999' } }),
    415: ({ method, url }) => agent.ask(method, url, { raw: 'text', headers: { 'content-type': 'text/plain' } }),
    422: async ({ method, url, body }) => {
      const headers = { 'idempotency-key': 'used' }
      await agent.post('/api/crm/clients/', anotherRequest, headers)
      return agent.ask(method, url, { body, headers })
    },
    429: async ({ method, url, body }) => {
      // The rate limit of an address counts requests with invalid JSON, too.
      let answer = await busy.ask(method, url, { body })
      for (let times = 0; times < 700 && answer.status !== 429; times += 1)
        answer = await busy.ask(method, url, method === 'GET' ? {} : { headers: json, raw: '{' })
      return answer
    },
  }
  return refusals
}

/** Values that no query parameter accepts. */
function wrongQuery({ parameters = [] }: Operation): string {
  const names = parameters.filter((one) => one.in === 'query').map(({ name }) => name)
  return new URLSearchParams(names.map((name) => [name, ','.repeat(3000)])).toString()
}

/** Makes as many writes as an agent may make at once. */
export async function useUpWriteLimit(agent: Agent): Promise<void> {
  const deleted = Array.from({ length: 1000 }, (_, index) => `key-${index}:1`)
  for (let times = 0; times < 10; times += 1) await agent.post('/api/sync/known/', { keys: [], deleted })
}
