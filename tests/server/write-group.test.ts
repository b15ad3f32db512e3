import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { GroupMember, Work, WriteRequest } from '#server/database/write.ts'
import { removed } from '#server/http/outcome.ts'
import { notFound } from '#server/problem-responses.ts'
import { onEveryDatabase } from '#tests/support/databases.ts'
import { anAgent, type Agent } from '#tests/support/server.ts'

onEveryDatabase((server) => {
  const database = () => server().services.database
  const request = (agent: Agent, name: string, hash = 'h'): WriteRequest => ({
    agentId: agent.id,
    key: `${name}:1`,
    hash,
    ifMatch: null,
  })
  const adding =
    (name: string): Work =>
    async (trx, { agentId, version, clientKey }) => {
      const someone = { first_name: name, last_name: 'Quill', email: 'q@example.com', phone_number: '', notes: '' }
      await trx
        .insertInto('clients')
        .values({ ...someone, category: 'Buyer', agent_id: agentId, version, client_key: clientKey })
        .execute()
      return { status: 201, body: { name }, headers: {} }
    }
  const throwing: Work = async (trx, context) => {
    await adding('Never')(trx, context)
    throw new Error('the disk is full')
  }
  const clientsOf = async (agent: Agent) => {
    const { results } = (await agent.get('/api/crm/clients/?page_size=100')).body as {
      results: { first_name: string; version: number }[]
    }
    return results.toSorted((one, other) => one.version - other.version).map(({ first_name: name }) => name)
  }
  const write = (members: GroupMember[], agent: Agent, works: Record<string, Work>) =>
    Promise.all(Object.entries(works).map(([name, work], index) => members[index]!.write(request(agent, name), work)))

  test('writes of a group are done in the order of their places, however late each asks', async () => {
    const agent = await anAgent(server())
    const [first, second, third] = database().writeGroup(3)
    const asked = [third!.write(request(agent, 'op-3'), adding('Third'))]
    asked.push(second!.write(request(agent, 'op-2'), adding('Second')))
    // Nothing is done yet, and nobody else is kept waiting.
    expect(await clientsOf(agent)).toEqual([])
    asked.push(first!.write(request(agent, 'op-1'), adding('First')))
    expect((await Promise.all(asked)).map(({ status, replayed }) => [status, replayed])).toEqual(
      Array.from({ length: 3 }, () => [201, false]),
    )
    expect(await clientsOf(agent)).toEqual(['First', 'Second', 'Third'])
  })

  test('a group waits for nobody whose request is over', async () => {
    const agent = await anAgent(server())
    const [first, second, third] = database().writeGroup(3)
    second!.leave()
    await Promise.all([
      first!.write(request(agent, 'op-1'), adding('First')),
      third!.write(request(agent, 'op-3'), adding('Third')),
    ])
    expect(await clientsOf(agent)).toEqual(['First', 'Third'])
    for (const member of [first!, third!]) member.leave()
  })

  test('who writes again, or after leaving, writes alone', async () => {
    const agent = await anAgent(server())
    const [first, second] = database().writeGroup(2)
    second!.leave()
    await first!.write(request(agent, 'op-1'), adding('Once'))
    await first!.write(request(agent, 'op-2'), adding('Twice'))
    await second!.write(request(agent, 'op-3'), adding('Late'))
    expect(await clientsOf(agent)).toEqual(['Once', 'Twice', 'Late'])
  })

  test('one that is refused leaves nothing but its answer, and the others stay', async () => {
    const agent = await anAgent(server())
    const works = {
      'op-1': adding('First'),
      'op-2': async (...given: Parameters<Work>) => {
        await adding('Never')(...given)
        return notFound()
      },
      'op-3': adding('Third'),
    }
    expect((await write(database().writeGroup(3), agent, works)).map(({ status }) => status)).toEqual([201, 404, 201])
    expect(await clientsOf(agent)).toEqual(['First', 'Third'])
    const again = await database().write(request(agent, 'op-2'), adding('Never'))
    expect(again).toMatchObject({ status: 404, replayed: true })
  })

  test('C28: one that throws is told so and leaves nothing; the others are done once', async () => {
    const agent = await anAgent(server())
    const [first, second, third] = database().writeGroup(3)
    const answers = await Promise.allSettled([
      first!.write(request(agent, 'op-1'), adding('First')),
      second!.write(request(agent, 'op-2'), throwing),
      third!.write(request(agent, 'op-3'), adding('Third')),
    ])
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await clientsOf(agent)).toEqual(['First', 'Third'])
    const again = await database().write(request(agent, 'op-2'), async () => removed())
    expect(again).toMatchObject({ status: 204, replayed: false })
  })

  test('what was answered before has its first answer again inside a group, and nothing is done twice', async () => {
    const agent = await anAgent(server())
    await database().write(request(agent, 'op-1'), adding('First'))
    await database().write(request(agent, 'op-2'), adding('Second'))
    const [first, second, third] = database().writeGroup(3)
    const answers = await Promise.all([
      first!.write(request(agent, 'op-1'), adding('First')),
      second!.write(request(agent, 'op-2', 'other bytes'), adding('Second')),
      third!.write(request(agent, 'op-3'), adding('Third')),
    ])
    expect(answers).toMatchObject([
      { status: 201, body: { name: 'First' }, replayed: true },
      { status: 422, replayed: false },
      { status: 201, replayed: false },
    ])
    expect(await clientsOf(agent)).toEqual(['First', 'Second', 'Third'])
  })

  test('a group that lost a race is done all the same', async () => {
    const agent = await anAgent(server())
    let attempts = 0
    const losing: Work = async (trx, context) => {
      attempts += 1
      if (attempts <= 2) await sql`do $$ begin raise exception 'lost' using errcode = '40P01'; end $$`.execute(trx)
      return adding('Second')(trx, context)
    }
    const answers = await write(database().writeGroup(2), agent, { 'op-1': adding('First'), 'op-2': losing })
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(await clientsOf(agent)).toEqual(['First', 'Second'])
  })

  test('where the agent’s version stays locked, all of a group may come again', async () => {
    const agent = await anAgent(server())
    const locked: Work = async (trx) => {
      await sql`do $$ begin raise exception 'locked' using errcode = '55P03'; end $$`.execute(trx)
      return removed()
    }
    const answers = await write(database().writeGroup(2), agent, { 'op-1': adding('First'), 'op-2': locked })
    for (const { status, headers } of answers) expect([status, headers['retry-after']]).toEqual([409, '1'])
    expect(await clientsOf(agent)).toEqual([])
    expect(await database().write(request(agent, 'op-1'), adding('First'))).toMatchObject({ status: 201 })
  })
})
