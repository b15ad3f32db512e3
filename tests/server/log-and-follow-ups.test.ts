import { describe, expect, test } from 'vitest'
import { onAnyDatabase } from '#tests/support/databases.ts'
import { anAgent, type Agent } from '#tests/support/server.ts'

const ann = { first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com' }
const kinds = [
  [
    'interaction',
    '/api/crm/interactions/',
    { kind: 'Call', date: '2026-11-23', time: '10:30:00', text: 'Likes the garden.' },
    { text: 'Likes the pond.' },
    { kind: 'Fax' },
  ],
  [
    'follow_up',
    '/api/crm/follow-ups/',
    { due_date: '2026-11-24', text: 'Send the floor plan.', done: false },
    { done: true },
    { due_date: 'tomorrow' },
  ],
] as const

async function aClient(agent: Agent): Promise<number> {
  return (await agent.post('/api/crm/clients/', ann)).body.id
}

onAnyDatabase((server) => {
  describe.each(kinds)('the %s', (entity, path, fields, change, nonsense) => {
    test('belongs to one of the agent’s clients, and cannot move to another', async () => {
      const [agent, other] = [await anAgent(server()), await anAgent(server())]
      const [client, foreign] = [await aClient(agent), await aClient(other)]
      const made = await agent.post(path, { ...fields, client })
      expect(made).toMatchObject({ status: 201, body: { ...fields, client } })
      const address = `${path}${made.body.id}/`
      expect(await agent.patch(address, change)).toMatchObject({ status: 200, body: { ...fields, ...change, client } })
      for (const refused of [
        await agent.post(path, { ...fields, client: foreign }),
        await agent.post(path, { ...fields, client: 99_999 }),
        await agent.post(path, fields),
        await agent.put(address, { ...fields, client: foreign }),
      ])
        expect(refused).toMatchObject({ status: 400, body: { client: [expect.any(String)] } })
      expect((await agent.post(path, { ...fields, ...nonsense, client })).status).toBe(400)
      expect((await agent.get(path)).body.results).toMatchObject([{ ...fields, ...change, client }])
      expect((await other.get(path)).body.results).toEqual([])
      expect((await other.get(address)).status).toBe(404)
    })

    test('is deleted with its client, and the feed has the deletion', async () => {
      const agent = await anAgent(server())
      const client = await aClient(agent)
      const { body } = await agent.post(path, { ...fields, client })
      const before = await agent.get('/api/sync/changes/?limit=500')
      expect(before.body.changes).toContainEqual(expect.objectContaining({ entity, id: body.id, deleted: false }))
      await agent.delete(`/api/crm/clients/${client}/`)
      const after = await agent.get(`/api/sync/changes/?limit=500&cursor=${before.body.cursor}`)
      expect(after.body.changes).toContainEqual(expect.objectContaining({ entity, id: body.id, deleted: true }))
      expect(await agent.get(path)).toMatchObject({ body: { results: [] } })
    })

    test('can be created in one batch with its client', async () => {
      const agent = await anAgent(server())
      const operations = [
        { method: 'POST', path: 'crm/clients/', key: 'op-1:1', if_match: null, body: ann },
        {
          method: 'POST',
          path: path.slice(5),
          key: 'op-2:1',
          if_match: null,
          body: { ...fields, client: { $created: 'op-1:1' } },
        },
      ]
      const { body } = await agent.post('/api/sync/batch/', { operations })
      expect(body.answers).toMatchObject([{ status: 201 }, { status: 201, body: { ...fields } }])
      expect(body.answers[1].body.client).toBe(body.answers[0].body.id)
    })
  })
})
