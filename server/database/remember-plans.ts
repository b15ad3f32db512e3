import type { ClientBase } from 'pg'

/** More statements than the server has, apart from those with lists of any length, which are not remembered. */
const mostPlans = 400
const mostParameters = 24

/** What the database says of a name that a pooler in between gave to somebody else, or of a table that changed meanwhile. */
const planIsGone: ReadonlySet<unknown> = new Set(['26000', '0A000'])

/**
 * Lets this connection parse and plan each statement once: under a name the database keeps the plan. Of the work of a
 * write that saves the embedded database about a quarter and PostgreSQL almost half; of a list, a tenth.
 */
export function rememberPlans(client: ClientBase): void {
  const names = new Map<string, string>()
  let given = 0
  const ask = client.query.bind(client) as (...question: unknown[]) => unknown

  function nameOf(text: string): string | undefined {
    if (!names.has(text) && names.size < mostPlans) {
      given += 1
      names.set(text, `plan ${given}`)
    }
    return names.get(text)
  }

  client.query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
    const isPlanned = typeof text === 'string' && /^(select|insert|update|delete|with) /.test(text)
    if (!isPlanned || !Array.isArray(values) || values.length > mostParameters) return ask(text, values, ...rest)
    const answer = ask({ name: nameOf(text), text, values }, ...rest)
    if (answer instanceof Promise) {
      answer.catch((error: unknown) => {
        // The next time it is planned anew, under another name.
        if (error instanceof Error && 'code' in error && planIsGone.has(error.code)) names.delete(text)
      })
    }
    return answer
  }) as typeof client.query
}
