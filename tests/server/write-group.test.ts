import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { clients } from '#server/clients/clients.ts'
import type { GroupMember, Work, WriteRequest } from '#server/database/write.ts'
import { removed } from '#server/http/outcome.ts'
import { notFound } from '#server/problem-responses.ts'
import { changeOwn, removeOwn } from '#server/records/own-records.ts'
import { onEveryDatabase } from '#tests/support/databases.ts'
import { anAgent, type Agent } from '#tests/support/server.ts'

onEveryDatabase((server) => {
  const database = () => server().services.database
  const request = (agent: Agent, name: string, hash = 'h'): WriteRequest => ({
    agentId: agent.id,
    key: `${name}:1`,
    hash,
    ifMatch: null,
    known: null,
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

  test('the writes of a group run in the order of their places, however late each arrives', async () => {
    const agent = await anAgent(server())
    const [first, second, third] = database().writeGroup(3).members
    const asked = [third!.write(request(agent, 'op-3'), adding('Third'))]
    asked.push(second!.write(request(agent, 'op-2'), adding('Second')))
    // Nothing is written yet, and other requests do not wait.
    expect(await clientsOf(agent)).toEqual([])
    asked.push(first!.write(request(agent, 'op-1'), adding('First')))
    expect((await Promise.all(asked)).map(({ status, replayed }) => [status, replayed])).toEqual(
      Array.from({ length: 3 }, () => [201, false]),
    )
    expect(await clientsOf(agent)).toEqual(['First', 'Second', 'Third'])
  })

  test('a group does not wait for a member whose request has ended', async () => {
    const agent = await anAgent(server())
    const [first, second, third] = database().writeGroup(3).members
    second!.leave()
    await Promise.all([
      first!.write(request(agent, 'op-1'), adding('First')),
      third!.write(request(agent, 'op-3'), adding('Third')),
    ])
    expect(await clientsOf(agent)).toEqual(['First', 'Third'])
    for (const member of [first!, third!]) member.leave()
  })

  test('a member that writes again, or after leaving, writes alone', async () => {
    const agent = await anAgent(server())
    const [first, second] = database().writeGroup(2).members
    second!.leave()
    await first!.write(request(agent, 'op-1'), adding('Once'))
    await first!.write(request(agent, 'op-2'), adding('Twice'))
    await second!.write(request(agent, 'op-3'), adding('Late'))
    expect(await clientsOf(agent)).toEqual(['Once', 'Twice', 'Late'])
  })

  test('a refused member leaves only its answer, and the others are stored', async () => {
    const agent = await anAgent(server())
    const works = {
      'op-1': adding('First'),
      'op-2': async (...given: Parameters<Work>) => {
        await adding('Never')(...given)
        return notFound()
      },
      'op-3': adding('Third'),
    }
    expect((await write(database().writeGroup(3).members, agent, works)).map(({ status }) => status)).toEqual([
      201, 404, 201,
    ])
    expect(await clientsOf(agent)).toEqual(['First', 'Third'])
    const again = await database().write(request(agent, 'op-2'), adding('Never'))
    expect(again).toMatchObject({ status: 404, replayed: true })
  })

  test('C28: a member that throws is rejected and leaves nothing; the others are done once', async () => {
    const agent = await anAgent(server())
    const [first, second, third] = database().writeGroup(3).members
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

  test('inside a group, a retry gets its first answer again, and nothing is done twice', async () => {
    const agent = await anAgent(server())
    await database().write(request(agent, 'op-1'), adding('First'))
    await database().write(request(agent, 'op-2'), adding('Second'))
    const [first, second, third] = database().writeGroup(3).members
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

  test('each member of a group gets its own version and answer', async () => {
    const agent = await anAgent(server())
    const names = ['First', 'Second', 'Third', 'Fourth']
    const works = names.map((name, place) => [`op-${place}`, adding(name)] as const)
    const answers = await write(database().writeGroup(4).members, agent, Object.fromEntries(works))
    const versions = answers.map(({ headers }) => Number(headers['sync-version']))
    expect(versions).toEqual([...new Set(versions)].toSorted((one, other) => one - other))
    expect(await clientsOf(agent)).toEqual(names)
    const again = await database().write(request(agent, 'op-1'), adding('Never'))
    expect(again).toMatchObject({ replayed: true, body: { name: 'Second' } })
  })

  test('C28: a member that the database refuses does not fail the others', async () => {
    const agent = await anAgent(server())
    const works = { 'op-1': adding('First'), 'op-2': adding(null!), 'op-3': adding('Third') }
    const { members } = database().writeGroup(3)
    const answers = await Promise.allSettled(
      Object.entries(works).map(([name, work], place) => members[place]!.write(request(agent, name), work)),
    )
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await clientsOf(agent)).toEqual(['First', 'Third'])
  })

  test('a member does not overwrite what another member of its group has changed', async () => {
    const agent = await anAgent(server())
    const someone = { first_name: 'A', last_name: 'Quill', email: 'q@example.com' }
    const { id } = (await agent.post('/api/crm/clients/', someone)).body
    const [first, second, third] = database().writeGroup(3).members
    const answers = await Promise.all([
      changeOwn(database(), { ...request(agent, 'op-1'), member: first }, clients, [id], { notes: 'Called' }),
      changeOwn(database(), { ...request(agent, 'op-2'), member: second }, clients, [id], { category: 'Seller' }),
      removeOwn(database(), { ...request(agent, 'op-3'), ifMatch: '"1"', member: third }, clients, [id]),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 412])
    expect((await agent.get(`/api/crm/clients/${id}/`)).body).toMatchObject({ notes: 'Called', category: 'Seller' })
  })

  test('a refused member runs alone, and its neighbors still share a transaction', async () => {
    const agent = await anAgent(server())
    const tries = new Map<string, number>()
    const counted = (name: string, work: Work): Work => {
      return (...given) => {
        tries.set(name, (tries.get(name) ?? 0) + 1)
        return work(...given)
      }
    }
    const names = ['First', 'Second', 'Third', 'Fourth', 'Fifth']
    const works = names.map(
      (name) => [`op-${name}`, counted(name, name === 'Third' ? async () => notFound() : adding(name))] as const,
    )
    const answers = await write(database().writeGroup(5).members, agent, Object.fromEntries(works))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 404, 201, 201])
    expect(Object.fromEntries(tries)).toEqual({ First: 2, Second: 2, Third: 2, Fourth: 1, Fifth: 1 })
    expect(await clientsOf(agent)).toEqual(['First', 'Second', 'Fourth', 'Fifth'])
  })

  test('a group that follows another starts after it, even if that one has to run one by one', async () => {
    const agent = await anAgent(server())
    const first = database().writeGroup(2)
    const second = database().writeGroup(2, first.ended)
    const refused: Work = async (trx, context) => {
      await adding('Never')(trx, context)
      return notFound()
    }
    const asked = [
      second.members[0]!.write(request(agent, 'op-3'), adding('Third')),
      second.members[1]!.write(request(agent, 'op-4'), adding('Fourth')),
    ]
    expect(await clientsOf(agent)).toEqual([])
    asked.push(first.members[0]!.write(request(agent, 'op-1'), adding('First')))
    asked.push(first.members[1]!.write(request(agent, 'op-2'), refused))
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([201, 201, 201, 404])
    expect(await clientsOf(agent)).toEqual(['First', 'Third', 'Fourth'])
  })

  test.each([
    ['has ended its connections', new Error('Connection terminated unexpectedly')],
    ['is silent', Object.assign(new Error('read ETIMEDOUT'), { code: 'ETIMEDOUT', syscall: 'read' })],
  ])('when the database %s, all members of a group fail at once, and may be sent again', async (_, error) => {
    const agent = await anAgent(server())
    const away: Work = async () => {
      throw error
    }
    let tries = 0
    const counted: Work = (...given) => {
      tries += 1
      return adding('Second')(...given)
    }
    const [first, second] = database().writeGroup(2).members
    const answers = await Promise.allSettled([
      first!.write(request(agent, 'op-1'), away),
      second!.write(request(agent, 'op-2'), counted),
    ])
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(tries).toBe(0)
    expect(await database().write(request(agent, 'op-2'), counted)).toMatchObject({ status: 201, replayed: false })
    expect(await clientsOf(agent)).toEqual(['Second'])
  })

  test('a group that lost a race is tried again', async () => {
    const agent = await anAgent(server())
    let attempts = 0
    const losing: Work = async (trx, context) => {
      attempts += 1
      if (attempts <= 2) await sql`do $$ begin raise exception 'lost' using errcode = '40P01'; end $$`.execute(trx)
      return adding('Second')(trx, context)
    }
    const answers = await write(database().writeGroup(2).members, agent, { 'op-1': adding('First'), 'op-2': losing })
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(await clientsOf(agent)).toEqual(['First', 'Second'])
  })

  test('while the agent’s version stays locked, a group is answered 409 with Retry-After', async () => {
    const agent = await anAgent(server())
    const locked: Work = async (trx) => {
      await sql`do $$ begin raise exception 'locked' using errcode = '55P03'; end $$`.execute(trx)
      return removed()
    }
    const answers = await write(database().writeGroup(2).members, agent, { 'op-1': adding('First'), 'op-2': locked })
    for (const { status, headers } of answers) expect([status, headers['retry-after']]).toEqual([409, '1'])
    expect(await clientsOf(agent)).toEqual([])
    expect(await database().write(request(agent, 'op-1'), adding('First'))).toMatchObject({ status: 201 })
  })
})
