import type { ClientBase } from 'pg'

/** More statements than the server has, apart from those with lists of any length, which are not remembered. */
const mostPlans = 400
const mostParameters = 24

/**
 * Lets this connection parse and plan each statement once: under a name the database keeps the plan, which for the
 * embedded one is half of a short query's time. Not for a real PostgreSQL, where a pooler may stand in between, and where
 * another process may change a table under a remembered plan.
 */
export function rememberPlans(client: ClientBase): void {
  const names = new Map<string, string>()
  const ask = client.query.bind(client) as (...question: unknown[]) => unknown

  function nameOf(text: string): string | undefined {
    if (!names.has(text) && names.size < mostPlans) names.set(text, `plan ${names.size}`)
    return names.get(text)
  }

  client.query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
    const isPlanned = typeof text === 'string' && /^(select|insert|update|delete|with) /.test(text)
    if (!isPlanned || !Array.isArray(values) || values.length > mostParameters) return ask(text, values, ...rest)
    return ask({ name: nameOf(text), text, values }, ...rest)
  }) as typeof client.query
}
