import { expect, test } from 'vitest'
import { onAnyDatabase } from '#tests/support/databases.ts'
import { aForm, aListing } from '#tests/support/listings.ts'
import { differences } from '#tests/support/matches-schema.ts'
import { aPhoto } from '#tests/support/photos.ts'
import { anAgent, type Agent } from '#tests/support/server.ts'
import { aTour, makeTour } from '#tests/support/tours.ts'

type Described = { paths: Record<string, Record<string, Operation>> }
type Operation = {
  parameters?: { name: string; in: string }[]
  responses: Record<string, { headers?: object; content?: Record<string, { schema: object }> }>
}

onAnyDatabase((server) => {
  /** What is described for the answer of a call. */
  function schemaOf({ paths }: Described, method: string, path: string, status: number): object {
    const schema = paths[path]?.[method]?.responses[status]?.content?.['application/json']?.schema
    expect(schema, `${method} ${path} ${status}`).toHaveProperty('properties')
    return schema ?? {}
  }

  /** One record of each kind, by the path that it was sent to: what was answered. */
  async function oneOfEach(agent: Agent): Promise<Map<string, { status: number; body: unknown; url: string }>> {
    const made = new Map<string, { status: number; body: unknown; url: string }>()
    const post = async (path: string, body: object, parent = 0) => {
      const url = path.replace('{id}', String(parent))
      const { status, body: answer } = await agent.post(url, body)
      made.set(path, { status, body: answer, url })
      return answer
    }
    const client = (await post('/api/crm/clients/', { first_name: 'Nora', last_name: 'Quill', email: 'n@example.com' }))
      .id
    const listing = (await aListing(agent)).id
    const hours = { start_time: '14:00', end_time: '14:30' }
    await post('/api/crm/interactions/', { client, kind: 'Call', date: '2026-11-23', time: '10:30', text: 'Likes it.' })
    await post('/api/crm/follow-ups/', { client, due_date: '2026-11-24', text: 'Send the plan.', done: false })
    await post(
      '/api/listings/{id}/showings/',
      { showing_date: '2026-11-21', ...hours, client_email: 'n@example.com' },
      listing,
    )
    await post('/api/listings/{id}/images/', aForm({ image: await aPhoto() }), listing)
    await post('/api/scheduling/appointments/', { date: '2026-11-23', ...hours })
    const opening = await post('/api/listings/{id}/open-houses/', { date: '2026-11-22', ...hours }, listing)
    const visit = { open_house: opening.id, client_email: 'jo@example.com' }
    await post('/api/listings/{id}/open-house-visits/', visit, listing)
    return made
  }

  test('what is described of records is what is answered, field by field', async () => {
    const agent = await anAgent(server())
    const description: Described = (await agent.get('/api/schema/')).body
    const made = await oneOfEach(agent)
    for (const [path, { status, body, url }] of made) {
      expect([path, status]).toEqual([path, 201])
      const list = await agent.get(url)
      expect(list.body.results.length, path).toBeGreaterThan(0)
      expect(differences(list.body, schemaOf(description, 'get', path, 200), path)).toEqual([])
      expect(differences(body, schemaOf(description, 'post', path, 201), path)).toEqual([])
    }
    await makeTour(agent, aTour((await agent.get('/api/listings/')).body.results))
    for (const path of ['/api/listings/', '/api/tours/tours/']) {
      const list = await agent.get(path)
      expect(list.body.results).toHaveLength(1)
      expect(differences(list.body, schemaOf(description, 'get', path, 200), path)).toEqual([])
    }
  })

  test('every write says which headers it takes, and every call how it refuses', async () => {
    const { paths }: Described = (await (await anAgent(server())).get('/api/schema/')).body
    const headersOf = ({ parameters = [] }: Operation) =>
      parameters.filter((one) => one.in === 'header').map(({ name }) => name)
    const client = paths['/api/crm/clients/{id}/']!
    expect(headersOf(client['patch']!)).toEqual(['Idempotency-Key', 'If-Match'])
    expect(headersOf(paths['/api/crm/clients/']!['post']!)).toEqual(['Idempotency-Key'])
    expect(headersOf(paths['/api/crm/clients/']!['get']!)).toEqual(['If-None-Match'])
    for (const [path, methods] of Object.entries(paths)) {
      for (const [method, { responses }] of Object.entries(methods)) {
        expect(Object.keys(responses), `${method} ${path}`).toEqual(expect.arrayContaining(['4XX', '5XX']))
      }
    }
  })
})
