import { utimes } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runHousekeeping } from '#server/housekeeping.ts'
import { onEveryDatabase } from '#tests/support/databases.ts'
import { anAgent, aVisitor } from '#tests/support/server.ts'

const someone = { first_name: 'Nora', last_name: 'Quill', email: 'nora@example.com' }
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

onEveryDatabase((server) => {
  test('C25: a key is stored for forty-five days, and the record that it made stays', async () => {
    const agent = await anAgent(server())
    const { db } = server().services.database
    const create = (key: string) => agent.post('/api/crm/clients/', someone, { 'idempotency-key': key })
    await create('young:1')
    await create('old:1')
    await db
      .updateTable('idempotency_keys')
      .set({ created_at: daysAgo(44) })
      .where('key', '=', 'young:1')
      .execute()
    await db
      .updateTable('idempotency_keys')
      .set({ created_at: daysAgo(46) })
      .where('key', '=', 'old:1')
      .execute()
    await runHousekeeping(server().services)
    expect((await create('young:1')).headers['idempotent-replay']).toBe('true')
    // The client is still found by its operation id, permanently.
    const again = await create('old:1')
    expect(again.headers['idempotent-replay']).toBeUndefined()
    expect((await agent.get('/api/crm/clients/')).body.count).toBe(2)
  })

  test('a deletion stays in the feed for ninety days', async () => {
    const agent = await anAgent(server())
    const { db } = server().services.database
    const { id } = (await agent.post('/api/crm/clients/', someone)).body
    await agent.delete(`/api/crm/clients/${id}/`)
    const deletions = async () =>
      (await agent.get('/api/sync/changes/')).body.changes.filter(
        (change: { entity: string; deleted: boolean }) => change.entity === 'client' && change.deleted,
      )
    const age = (days: number) =>
      db
        .updateTable('tombstones')
        .set({ deleted_at: daysAgo(days) })
        .execute()
    await age(89)
    await runHousekeeping(server().services)
    expect(await deletions()).toHaveLength(1)
    await age(91)
    await runHousekeeping(server().services)
    expect(await deletions()).toHaveLength(0)
  })

  test('expired sessions and old login failures are deleted', async () => {
    const agent = await anAgent(server())
    const { db } = server().services.database
    await agent.post('/api/users/auth/login/', { username: 'nobody', password: 'wrong' })
    await db
      .updateTable('sessions')
      .set({ expires_at: daysAgo(1) })
      .execute()
    await db
      .updateTable('login_failures')
      .set({ last_failed_at: daysAgo(2) })
      .execute()
    await runHousekeeping(server().services)
    expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('login_failures').selectAll().execute()).toEqual([])
  })

  test('surveys without an answer are deleted after forty-five days, and stay in the statistics', async () => {
    const { db } = server().services.database
    const [agent, visitor] = [await anAgent(server()), aVisitor(server())]
    const begin = async () => (await visitor.post('/api/questionnaire/start/')).body.session_id as string
    const save = (session_id: string) =>
      visitor.post('/api/questionnaire/submit/', { session_id, responses: [], is_completed: false, email: '' })
    const [empty, young, answered] = [await begin(), await begin(), await begin()]
    expect((await save(answered)).status).toBe(200)
    const age = sql<Date>`created_at - interval '46 days'`
    await db
      .updateTable('survey_sessions')
      .set({ created_at: age, updated_at: sql`updated_at - interval '46 days'` })
      .where('id', '<>', young)
      .execute()
    const figures = async () => (await agent.get('/api/questionnaire/analytics/')).body
    const before = await figures()
    expect(before.total_sessions).toBe(3)
    await runHousekeeping(server().services)
    const left = await db.selectFrom('survey_sessions').select('id').execute()
    expect(left.map(({ id }) => id).toSorted()).toEqual([young, answered].toSorted())
    expect(await figures()).toEqual(before)
    expect((await save(empty)).status).toBe(404)
  })

  test('a server on an empty database does not delete photos of another database, and logs it', async () => {
    const { services } = server()
    const name = 'a'.repeat(32)
    await services.photos.put(name, [{ width: 320, bytes: new Uint8Array([1]) }])
    const file = path.join(server().dataDir, 'photos', name.slice(0, 2), `${name}-320.webp`)
    await utimes(file, daysAgo(2), daysAgo(2))
    const lines: string[] = []
    await runHousekeeping(services, { warn: (line: string) => lines.push(line) })
    expect(lines).toEqual([expect.stringContaining('another database')])
    expect(await services.photos.get(name, 320)).not.toBeNull()
    await services.photos.delete(name)
  })

  test('the tables are vacuumed even when the photos cannot be swept', async () => {
    const { services } = server()
    const { db } = services.database
    await sql`create table looked_at (id integer)`.execute(db)
    const away = { ...services.photos, namesStoredBefore: () => Promise.reject(new Error('away')) }
    const database = { ...services.database, needsVacuum: true }
    await expect(runHousekeeping({ ...services, database, photos: away })).rejects.toThrow('away')
    const { rows } = await sql`select reltuples from pg_class where relname = 'looked_at'`.execute(db)
    expect(rows).toEqual([{ reltuples: 0 }])
    await sql`drop table looked_at`.execute(db)
  })
})
