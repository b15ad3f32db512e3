import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { knownHistory } from '#core/contract/sync-protocol.ts'
import { restampSharedChanges } from '#server/database/restamp-shared-changes.ts'
import { runHousekeeping } from '#server/housekeeping.ts'
import { databaseKinds, describeOn, isNightly } from '#tests/support/databases.ts'
import { aListing } from '#tests/support/listings.ts'
import { type RestorableServer, startRestorableServer } from '#tests/support/restorable-server.ts'
import { anAgent, type Agent } from '#tests/support/server.ts'
import { longTest } from '#tests/support/long-test.ts'

const someone = { first_name: 'Nora', last_name: 'Quill', email: 'nora@example.com' }
const home = { address: '7 Mark Road', city: 'Salem', state: 'OR', zip_code: '97301' }

describeOn(databaseKinds, (kind) => {
  let server: RestorableServer
  beforeAll(async () => {
    server = await startRestorableServer(kind)
  })
  afterAll(() => server.stop())

  test('after a restore, devices that saw more get another history, and others keep theirs', async () => {
    const agent = await anAgent(server)
    const before = await cursorOf(agent)
    await server.backUp()
    const lost = await addClient(agent)
    const after = await cursorOf(agent)
    expect([await historyOf(agent, before), await historyOf(agent, after)]).toEqual(['same', 'same'])
    await server.restore()
    expect([await historyOf(agent, before), await historyOf(agent, after)]).toEqual(['same', 'changed'])
    // Ids are given out again, but their versions differ.
    const again = await addClient(agent)
    expect(again.id).toBe(lost.id)
    expect(again.version).not.toBe(lost.version)
    expect([await historyOf(agent, before), await historyOf(agent, after)]).toEqual(['same', 'changed'])
    expect((await agent.get(`/api/sync/changes/?cursor=${after}`)).status).toBe(410)
    expect((await agent.patch(`/api/crm/clients/${again.id}/`, {}, ifMatch(lost.version))).status).toBe(412)
  })

  longTest('nothing is written for a device that knows another history, alone or in a batch', async () => {
    const agent = await anAgent(server)
    await server.backUp()
    await addClient(agent)
    const cursor = await cursorOf(agent)
    await server.restore()
    const count = async () => (await agent.get('/api/crm/clients/')).body.count as number
    const refused = await agent.post('/api/crm/clients/', someone, { 'sync-cursor': cursor })
    expect(refused).toMatchObject({ status: 409, body: { code: 'history_changed' } })
    const operations = [1, 2, 3].map((number) => operation(`history-${number}:1`))
    const batch = await agent.post('/api/sync/batch/', { operations }, { 'sync-cursor': cursor })
    expect(batch.body.answers.map((answer: { status: number }) => answer.status)).toEqual([409, 409, 409])
    expect(await count()).toBe(0)
    // A refusal for another history is not stored, so the same keys can be used again.
    const now = await cursorOf(agent)
    const anew = await agent.post('/api/sync/batch/', { operations }, { 'sync-cursor': now })
    expect(anew.body.answers.map((answer: { status: number }) => answer.status)).toEqual([201, 201, 201])
    expect(await count()).toBe(3)
  })

  longTest('figures are not kept for a device that knows another history', async () => {
    const agent = await anAgent(server)
    const { id } = await aListing(agent)
    await server.backUp()
    await addClient(agent)
    const cursor = await cursorOf(agent)
    await server.restore()
    const address = `/api/listings/${id}/exposure/`
    const figures = [{ platform: 'zillow', date: '2026-11-21', views: 12 }]
    const refused = await agent.post(address, figures, { 'sync-cursor': cursor })
    expect(refused).toMatchObject({ status: 409, body: { code: 'history_changed' } })
    expect((await agent.get(address)).body.count).toBe(0)
    expect((await agent.post(address, figures, { 'sync-cursor': await cursorOf(agent) })).status).toBe(201)
  })

  if (isNightly(kind)) return

  longTest('a write’s answer names its version, so that a loss before the next pull is found', async () => {
    const agent = await anAgent(server)
    const kept = await addClient(agent)
    const cursor = await cursorOf(agent)
    await server.backUp()
    const removal = await agent.delete(`/api/crm/clients/${kept.id}/`)
    const newest = Number(removal.headers['sync-version'])
    expect(newest).toBeGreaterThan(kept.version)
    expect(await historyOf(agent, knownHistory(cursor, [newest]))).toBe('same')
    await server.restore()
    expect(await historyOf(agent, cursor)).toBe('same')
    expect(await historyOf(agent, knownHistory(cursor, [newest]))).toBe('changed')
    // A write sent during the restore has a version of the new history, which says nothing about the lost one.
    const later = (await addClient(agent)).version
    expect(await historyOf(agent, knownHistory(cursor, [later]))).toBe('same')
    expect(await historyOf(agent, knownHistory(cursor, [newest, later]))).toBe('changed')
  })

  longTest('an agent without a write of their own notices by the catalog', async () => {
    const owner = await anAgent(server)
    const reader = await anAgent(server)
    await server.backUp()
    await owner.post('/api/properties/properties/', home)
    await expect.poll(() => propertiesOf(reader)).toContainEqual(shared(home))
    const seen = await cursorOf(reader)
    await server.restore()
    expect(await historyOf(reader, seen)).toBe('changed')
    await owner.post('/api/properties/properties/', { ...home, address: '8 Mark Road' })
    expect(await historyOf(reader, seen)).toBe('changed')
  })

  longTest('a device that has written and not read yet notices by the version of its write', async () => {
    const agent = await anAgent(server)
    await server.backUp()
    const { version } = await addClient(agent)
    expect(
      (await agent.get(`/api/sync/changes/?cursor=${encodeURIComponent(knownHistory('', [version]))}`)).status,
    ).toBe(200)
    await server.restore()
    expect(
      (await agent.get(`/api/sync/changes/?cursor=${encodeURIComponent(knownHistory('', [version]))}`)).status,
    ).toBe(410)
    const refused = await agent.post('/api/crm/clients/', someone, { 'sync-cursor': knownHistory('', [version]) })
    expect(refused.status).toBe(409)
  })

  longTest('the number of a lost account is not given to another agent', async () => {
    await server.backUp()
    const lost = await anAgent(server)
    await server.restore()
    const other = await anAgent(server)
    expect(other.id).not.toBe(lost.id)
    // Devices and pages store it as a number.
    expect(Number.isSafeInteger(other.id)).toBe(true)
  })

  test('a malformed cursor, or another agent’s, proves no history', async () => {
    const agent = await anAgent(server)
    const other = await anAgent(server)
    expect(await historyOf(agent, 'nonsense')).toBe('changed')
    const theirs = await cursorOf(other)
    const refused = await agent.post('/api/crm/clients/', someone, { 'sync-cursor': theirs })
    expect(refused).toMatchObject({ status: 409, body: { code: 'history_changed' } })
  })

  test('the server lists keys without a stored answer or record, whatever their revision', async () => {
    const agent = await anAgent(server)
    const other = await anAgent(server)
    const name = '5f1c54d5-07f3-4a5b-8f1d-3e0f6d1c0a01'
    await agent.post('/api/crm/clients/', someone, { 'idempotency-key': `${name}:3` })
    await agent.post('/api/crm/clients/', { ...someone, email: 'no' }, { 'idempotency-key': 'refused:1' })
    await agent.delete('/api/crm/clients/999999/', { 'idempotency-key': 'gone:1' })
    // Another program's key has no revision; devices ask for it by its record's `client_key`.
    const plainName = '5f1c54d5-07f3-4a5b-8f1d-3e0f6d1c0a02'
    await agent.post('/api/crm/clients/', someone, { 'idempotency-key': plainName })
    const keys = [`${name}:1`, `${plainName}:1`, 'never:1', 'refused:1', 'gone:1']
    expect((await agent.post('/api/sync/known/', { keys })).body).toEqual({
      unknown: ['never:1', 'refused:1'],
      made: [],
    })
    expect((await other.post('/api/sync/known/', { keys })).body).toEqual({ unknown: keys, made: [] })
    const many = Array.from({ length: 1001 }, (_, index) => `many-${index}`)
    expect((await agent.post('/api/sync/known/', { keys: many })).status).toBe(400)
    expect((await agent.post('/api/sync/known/', { keys: ['a\u0000b:1'] })).status).toBe(400)
  })

  longTest('a deletion that had nothing to delete can be made known, with the create before it', async () => {
    const agent = await anAgent(server)
    const other = await anAgent(server)
    const name = '5f1c54d5-07f3-4a5b-8f1d-3e0f6d1c0a02'
    await server.backUp()
    const deleted = [`${name}:1`, 'deletion:4']
    for (let time = 1; time <= 2; time += 1)
      expect((await agent.post('/api/sync/known/', { keys: [], deleted })).body).toEqual({ unknown: [], made: [] })
    const again = await agent.post('/api/crm/clients/', someone, { 'idempotency-key': `${name}:7` })
    expect(again).toMatchObject({ status: 410, body: { code: 'record_deleted' } })
    const keys = [`${name}:1`, `${name}:7`, 'deletion:4', 'never:1']
    expect((await agent.post('/api/sync/known/', { keys })).body).toEqual({ unknown: ['never:1'], made: [] })
    expect((await other.post('/api/sync/known/', { keys })).body).toEqual({ unknown: keys, made: [] })
    const cursor = await cursorOf(agent)
    await server.restore()
    expect(await historyOf(agent, cursor)).toBe('changed')
    // After the restore, a create under this key is not refused.
    expect((await agent.post('/api/crm/clients/', someone, { 'idempotency-key': `${name}:1` })).status).toBe(201)
  })

  test('a deletion whose record was created again is not stored, and the record’s key is returned', async () => {
    const agent = await anAgent(server)
    const name = '5f1c54d5-07f3-4a5b-8f1d-3e0f6d1c0a03'
    await agent.post('/api/crm/clients/', someone, { 'idempotency-key': `${name}:2` })
    const deleted = ['deletion:1', `${name}:1`]
    const answer = await agent.post('/api/sync/known/', { keys: [], deleted })
    expect(answer.body).toEqual({ unknown: [], made: [`${name}:1`] })
    const asked = await agent.post('/api/sync/known/', { keys: deleted })
    const [made] = (await agent.get('/api/crm/clients/')).body.results
    await agent.delete(`/api/crm/clients/${made.id}/`, { 'idempotency-key': 'another:1' })
    expect((await agent.post('/api/sync/known/', { keys: [], deleted })).body).toEqual({ unknown: [], made: [] })
    expect(asked.body).toEqual({ unknown: ['deletion:1'], made: [] })
  })

  test('a record that was created and deleted is not made again under a later revision', async () => {
    const agent = await anAgent(server)
    const other = await anAgent(server)
    const name = '5f1c54d5-07f3-4a5b-8f1d-3e0f6d1c0a04'
    const as = (revision: number) => ({ 'idempotency-key': `${name}:${revision}` })
    const made = await agent.post('/api/crm/clients/', someone, as(1))
    expect((await agent.post('/api/crm/clients/', someone, as(2))).body).toEqual(made.body)
    await agent.delete(`/api/crm/clients/${made.body.id}/`, { 'idempotency-key': 'another:1' })
    for (const revision of [3, 3, 4])
      expect(await agent.post('/api/crm/clients/', someone, as(revision))).toMatchObject({
        status: 410,
        body: { code: 'record_deleted' },
      })
    expect((await agent.get('/api/crm/clients/')).body.results).toEqual([])
    const operations = [operation(`${name}:5`), operation('beside-it:1')]
    const batch = await agent.post('/api/sync/batch/', { operations })
    expect(batch.body.answers.map(({ status }: { status: number }) => status)).toEqual([410, 201])
    // Another agent's operation of the same name is a separate one.
    expect((await other.post('/api/crm/clients/', someone, as(2))).status).toBe(201)
  })

  test('history tokens stay for ninety days after the next one, and keys for forty-five', async () => {
    const agent = await anAgent(server)
    await addClient(agent)
    const old = await cursorOf(agent)
    const { db } = server.services.database
    const makeOlder = (days: number) =>
      sql`update version_history set made_at = made_at - make_interval(days => ${days}) where agent_id = ${agent.id}`.execute(
        db,
      )
    await makeOlder(100)
    await runHousekeeping(server.services)
    // Nothing has changed since, so the device is still up to date.
    expect(await historyOf(agent, old)).toBe('same')
    const newer = await addClient(agent)
    const ages = async () => (await agent.get(`/api/sync/?cursor=${await cursorOf(agent)}`)).body
    const { keys_from: keysFrom } = await ages()
    expect(keysFrom).toBeGreaterThan(0)
    expect(keysFrom).toBeLessThan(newer.version)
    // Devices store their journal for thirty days.
    await makeOlder(29)
    expect((await ages()).journal_from).toBe(keysFrom)
    await makeOlder(2)
    expect((await ages()).journal_from).toBe(newer.version)
    await makeOlder(60)
    await addClient(agent)
    await runHousekeeping(server.services)
    expect(await historyOf(agent, old)).toBe('changed')
  })

  test('shared changes in a dump from another cluster are restamped, so that the feed has them', async () => {
    const agent = await anAgent(server)
    const { db } = server.services.database
    const another = { ...home, address: '9 Mark Road' }
    await agent.post('/api/properties/properties/', another)
    await expect.poll(() => propertiesOf(agent)).toContainEqual(shared(another))
    const seen = await cursorOf(agent)
    await sql`alter table properties disable trigger user`.execute(db)
    await sql`update properties set changed_xid = (changed_xid::text::bigint + 1000000)::text::xid8`.execute(db)
    await sql`alter table properties enable trigger user`.execute(db)
    await sql`update shared_history set transaction = (transaction::text::bigint + 1000000)::text::xid8`.execute(db)
    expect(await propertiesOf(agent)).toEqual([])
    await restampSharedChanges(db)
    await expect.poll(() => propertiesOf(agent)).toContainEqual(shared(another))
    expect(await historyOf(agent, seen)).toBe('changed')
  })
})

async function addClient(agent: Agent): Promise<{ id: number; version: number }> {
  const answer = await agent.post('/api/crm/clients/', someone)
  if (answer.status !== 201) throw new Error(`Adding a client answered ${answer.status}: ${answer.text}`)
  return answer.body
}

async function cursorOf(agent: Agent): Promise<string> {
  const answer = await agent.get('/api/sync/changes/')
  return answer.body.cursor as string
}

async function historyOf(agent: Agent, known: string): Promise<string> {
  return (await agent.get(`/api/sync/?cursor=${encodeURIComponent(known)}`)).body.history as string
}

async function propertiesOf(agent: Agent): Promise<unknown[]> {
  const { body } = await agent.get('/api/sync/changes/')
  return body.changes.filter(({ entity }: { entity: string }) => entity === 'property')
}

/** A feed entry of this property. Older transactions of other tests in the cluster may delay it. */
function shared(property: typeof home): unknown {
  return expect.objectContaining({ record: expect.objectContaining(property) as unknown })
}

function ifMatch(version: number): Record<string, string> {
  return { 'if-match': `"${version}"` }
}

function operation(key: string) {
  return { method: 'POST', path: 'crm/clients/', key, if_match: null, body: someone }
}
