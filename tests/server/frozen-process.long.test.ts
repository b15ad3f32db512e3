import { Client } from 'pg'
import { expect, test } from 'vitest'
import { hasPostgres } from '#tests/support/databases.ts'
import { newApiToken, serverProcesses } from '#tests/support/server-process.ts'

const processes = serverProcesses()

test.skipIf(!hasPostgres)(
  'a server frozen in a transaction delays its agent and the feed by at most 20 seconds',
  async () => {
    const database = await processes.databaseOf('postgres')
    const [frozen, other] = [await processes.start(database), await processes.start(database)]
    const [anna, bert] = [await newApiToken(frozen.origin, 'anna'), await newApiToken(frozen.origin, 'bert')]
    const send = (origin: string, token: string, path: string, body: object) =>
      fetch(`${origin}/api/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const client = { first_name: 'Nora', last_name: 'Quill', email: 'nora@example.com' }
    const home = { address: '1 Frozen Street', city: 'Sacramento', state: 'CA', zip_code: '95815' }

    // The process is stopped while its statement waits, so that it wakes up in an open transaction.
    const holder = new Client({ connectionString: database['DATABASE_URL'] })
    await holder.connect()
    await holder.query('begin')
    await holder.query('lock table clients in access exclusive mode')
    const unanswered = send(frozen.origin, anna, 'crm/clients/', client).catch(() => null)
    const isWaiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    await expect.poll(async () => (await holder.query(isWaiting)).rowCount, { timeout: 20_000 }).toBe(1)
    frozen.child.kill('SIGSTOP')
    await holder.query('commit')
    await holder.end()

    expect((await send(other.origin, bert, 'properties/properties/', home)).status).toBe(201)
    const writtenAgain = async () => (await send(other.origin, anna, 'crm/clients/', client)).status
    const inFeed = async () => {
      const headers = { authorization: `Bearer ${anna}` }
      let cursor = ''
      for (;;) {
        const answer = await fetch(`${other.origin}/api/sync/changes/?cursor=${encodeURIComponent(cursor)}`, {
          headers,
        })
        const page = (await answer.json()) as { changes: object[]; cursor: string; has_more: boolean }
        if (JSON.stringify(page.changes).includes('1 Frozen Street')) return true
        if (!page.has_more) return false
        cursor = page.cursor
      }
    }
    await expect.poll(writtenAgain, { timeout: 20_000 }).toBe(201)
    await expect.poll(inFeed, { timeout: 20_000 }).toBe(true)

    frozen.child.kill('SIGCONT')
    await unanswered
    expect((await send(frozen.origin, anna, 'crm/clients/', client)).status).toBe(201)
  },
)
