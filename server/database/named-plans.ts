import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient } from 'pg'

/** More statements than the server has. One with a list is another one for each length, so those with long lists get no name. */
const mostPlans = 400
const mostParameters = 24

/** What the database says of a name that a pooler in between gave to another connection, or of a table that changed meanwhile. */
const planIsGone: ReadonlySet<unknown> = new Set(['26000', '0A000'])

/**
 * The pool for Kysely, with which each connection parses and plans a statement once: `pg` prepares statements that have a
 * name. Of the work of a write that saves the embedded database about a quarter and PostgreSQL almost half.
 */
export function withNamedPlans(pool: Pool): PostgresPool {
  const names = new Map<string, string>()
  let given = 0

  function nameOf(text: string): string | undefined {
    if (!names.has(text) && names.size < mostPlans) {
      given += 1
      names.set(text, `plan ${given}`)
    }
    return names.get(text)
  }

  async function query(client: PoolClient, text: string, values: readonly unknown[]): Promise<unknown> {
    const isPlanned = values.length <= mostParameters && /^\s*(select|insert|update|delete|with) /.test(text)
    if (!isPlanned) return client.query(text, [...values])
    try {
      return await client.query({ name: nameOf(text), text, values: [...values] })
    } catch (error) {
      // The next time it is planned anew, under another name.
      if (error instanceof Error && 'code' in error && planIsGone.has(error.code)) names.delete(text)
      throw error
    }
  }

  return {
    async connect() {
      const client = await pool.connect()
      const ask = (text: string, values: readonly unknown[]) => query(client, text, values)
      // Kysely streams nothing here, so there are no cursors.
      return { query: ask as PostgresPoolClient['query'], release: () => client.release() }
    },
    end: () => pool.end(),
  }
}
