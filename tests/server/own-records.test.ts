import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { wholeFeed } from '#tests/support/change-feed.ts'
import { onAnyDatabase } from '#tests/support/databases.ts'
import { aListing } from '#tests/support/listings.ts'
import { anAgent, aVisitor, type Agent } from '#tests/support/server.ts'

/** Where an agent's records of a kind are, a body that creates one, and a change of it. */
type Place = { list: string; body: object; change: object }

const times = { start_time: '14:00:00', end_time: '14:30:00' }
const later = { end_time: '15:00:00' }
const jo = { first_name: 'Jo', last_name: 'Park', email: 'jo@example.com' }

const places: [entity: string, place: (agent: Agent) => Promise<Place>][] = [
  ['client', async () => ({ list: '/api/crm/clients/', body: jo, change: { notes: 'Newer.' } })],
  [
    'appointment',
    async () => ({ list: '/api/scheduling/appointments/', body: { date: '2026-11-23', ...times }, change: later }),
  ],
  [
    'showing',
    async (agent) => ({
      list: `/api/listings/${(await aListing(agent)).id}/showings/`,
      body: { showing_date: '2026-11-21', ...times, client_email: 'jo@example.com' },
      change: later,
    }),
  ],
  ['open_house', async (agent) => openHouses((await aListing(agent)).id)],
  [
    'open_house_visit',
    async (agent) => {
      const { id } = await aListing(agent)
      const { list, body } = openHouses(id)
      const openHouse = (await agent.post(list, body)).body.id
      const visit = { open_house: openHouse, client_email: 'jo@example.com' }
      return { list: `/api/listings/${id}/open-house-visits/`, body: visit, change: { name: 'Jo Park' } }
    },
  ],
]

function openHouses(listing: number): Place {
  return { list: `/api/listings/${listing}/open-houses/`, body: { date: '2026-11-22', ...times }, change: later }
}

const key = (opId: string, revision = 1) => ({ 'idempotency-key': `${opId}:${revision}` })

onAnyDatabase((server) => {
  describe.each(places)('the %s', (entity, placeOf) => {
    async function aRecord() {
      const agent = await anAgent(server())
      const { list, body, change } = await placeOf(agent)
      const { body: record } = await agent.post(list, body)
      return { agent, list, body, change, record, own: `${list}${record.id}/` }
    }

    test('of another agent is 404 on every method, and stays as it was', async () => {
      const { agent, list, body, change, record, own } = await aRecord()
      const stranger = await anAgent(server())
      const isBelowListing = list.startsWith('/api/listings/')
      const elsewhere = list.replace(/\d+/, String((await aListing(stranger, {}, 2)).id))
      const answers = [
        await stranger.get(own),
        await stranger.patch(own, change),
        await stranger.patch(own, change, { 'if-match': `"${record.version}"` }),
        await stranger.put(own, body),
        await stranger.delete(own),
        ...(isBelowListing ? [await stranger.get(list), await stranger.post(list, body)] : []),
        await stranger.get(`${elsewhere}${record.id}/`),
        await stranger.delete(`${elsewhere}${record.id}/`),
      ]
      for (const answer of answers) expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
      expect((await stranger.get(elsewhere)).body).toMatchObject({ count: 0, results: [] })
      expect((await agent.get(own)).body).toEqual(record)
      const visitor = aVisitor(server())
      for (const answer of [await visitor.get(list), await visitor.get(own), await visitor.post(list, body)])
        expect(answer.status).toBe(401)
    })

    test('answers a stale If-Match with 412 and the current record, and changes nothing', async () => {
      const { agent, body, change, record, own } = await aRecord()
      const stale = { 'if-match': `"${record.version}"` }
      const newer = (await agent.patch(own, change, stale)).body
      for (const answer of [
        await agent.patch(own, change, stale),
        await agent.put(own, body, stale),
        await agent.delete(own, stale),
      ]) {
        expect(answer).toMatchObject({ status: 412, body: { code: 'version_is_stale', record: newer } })
        expect(answer.headers['etag']).toBe(`"${newer.version}"`)
      }
      expect((await agent.get(own)).body).toEqual(newer)
      expect((await agent.delete(own, { 'if-match': `"${newer.version}"` })).status).toBe(204)
    })

    test('is created once, by a create retried under its key or corrected under the next revision', async () => {
      const agent = await anAgent(server())
      const { list, body, change } = await placeOf(agent)
      const opId = randomUUID()
      const first = await agent.post(list, body, key(opId))
      const again = await agent.post(list, body, key(opId))
      const { etag, location } = first.headers
      expect(again).toMatchObject({ status: 201, headers: { 'idempotent-replay': 'true', etag, location } })
      expect(again.body).toEqual(first.body)
      expect(first.headers['idempotent-replay']).toBeUndefined()
      const mended = await agent.post(list, body, key(opId, 2))
      expect(mended).toMatchObject({ status: 201, body: { id: first.body.id, client_key: opId } })
      expect((await agent.get(list)).body.count).toBe(1)
      const other = await agent.post(list, { ...body, ...change }, key(opId))
      expect(other).toMatchObject({ status: 422, body: { code: 'key_reused' } })
    })

    test('is changed and deleted once, by calls that are retried under their keys', async () => {
      const { agent, change, own } = await aRecord()
      for (const changes of [change, {}]) {
        const edit = key(randomUUID())
        const first = await agent.patch(own, changes, edit)
        const again = await agent.patch(own, changes, edit)
        expect(again).toMatchObject({ status: 200, body: first.body, headers: { 'idempotent-replay': 'true' } })
      }
      const removal = key(randomUUID())
      for (const _ of ['once', 'again'])
        expect(await agent.delete(own, removal)).toMatchObject({ status: 204, text: '' })
      expect((await agent.get(own)).status).toBe(404)
      expect((await agent.delete(own)).status).toBe(404)
    })

    test('is in the agent’s feed as the REST answer has it, and so is its deletion', async () => {
      const { agent, record, own } = await aRecord()
      const entry = { entity, id: record.id }
      expect(await wholeFeed(agent)).toContainEqual({ ...entry, version: record.version, deleted: false, record })
      expect((await wholeFeed(await anAgent(server()))).filter((one) => one.entity === entity)).toEqual([])
      await agent.delete(own)
      expect(await wholeFeed(agent)).toContainEqual(expect.objectContaining({ ...entry, deleted: true, record: null }))
    })
  })
})
