import { expect, test } from 'vitest'
import type { SignedInDevice } from '#core/contract/account.ts'
import { onEveryDatabase } from '#tests/support/databases.ts'
import { anAgent, anAgentOverHttp, aVisitor, type Agent } from '#tests/support/server.ts'

const browsers = {
  tablet: 'Mozilla/5.0 (iPad; CPU OS 17_4) Safari/604.1',
  desk: 'Mozilla/5.0 (Windows NT 10.0) Firefox/126.0',
}

onEveryDatabase((server) => {
  async function on(browser: keyof typeof browsers, { username, password }: Agent) {
    const visitor = aVisitor(server())
    const headers = { 'user-agent': browsers[browser] }
    expect((await visitor.post('/api/users/auth/login/', { username, password }, headers)).status).toBe(200)
    return visitor
  }
  const sessionsOf = async (agent: Pick<Agent, 'get'>) =>
    (await agent.get('/api/users/sessions/')).body.results as SignedInDevice[]

  test('an agent sees each session with its browser and last use, and which is the current one', async () => {
    const agent = await anAgentOverHttp(server())
    await anAgent(server())
    const desk = await on('desk', agent)
    await on('tablet', agent)
    const sessions = await sessionsOf(desk)
    expect(sessions.map(({ user_agent }) => user_agent).slice(0, 2)).toEqual([browsers.tablet, browsers.desk])
    expect(sessions.map(({ is_current }) => is_current)).toEqual([false, true, false])
    for (const session of sessions) {
      expect(Object.keys(session).toSorted()).toEqual(['created_at', 'id', 'is_current', 'last_seen_at', 'user_agent'])
      expect(Math.abs(Date.parse(session.last_seen_at) - Date.now())).toBeLessThan(600_000)
    }
  })

  test('using a session updates its last use, to within an hour, and its browser', async () => {
    const agent = await anAgentOverHttp(server())
    const tablet = await on('tablet', agent)
    await server()
      .services.database.db.updateTable('sessions')
      .set({ expires_at: new Date(Date.now() + (30 * 24 - 2) * 3_600_000) })
      .where('agent_id', '=', agent.id)
      .execute()
    await tablet.get('/api/users/profile/', { headers: { 'user-agent': 'a newer one' } })
    const [seen, unseen] = await sessionsOf(tablet)
    expect(seen).toMatchObject({ user_agent: 'a newer one', is_current: true })
    expect(Math.round((Date.parse(seen!.last_seen_at) - Date.parse(unseen!.last_seen_at)) / 3_600_000)).toBe(2)
  })

  test('an agent ends one session by its id, or all others, but no other agent’s', async () => {
    const agent = await anAgentOverHttp(server())
    const stranger = await anAgent(server())
    const [desk, tablet] = [await on('desk', agent), await on('tablet', agent)]
    const first = (await sessionsOf(agent)).find(({ user_agent }) => user_agent === browsers.desk)
    expect((await stranger.delete(`/api/users/sessions/${first!.id}/`)).status).toBe(404)
    expect((await agent.delete(`/api/users/sessions/${first!.id}/`)).status).toBe(204)
    expect((await desk.get('/api/users/profile/')).status).toBe(401)
    expect((await agent.delete(`/api/users/sessions/${first!.id}/`)).status).toBe(404)
    expect((await agent.delete('/api/users/sessions/')).status).toBe(204)
    expect((await tablet.get('/api/users/profile/')).status).toBe(401)
    expect(await sessionsOf(agent)).toMatchObject([{ is_current: true }])
    expect((await stranger.get('/api/users/profile/')).status).toBe(200)
  })

  test('a program with an API token neither sees nor ends sessions', async () => {
    const agent = await anAgent(server())
    const { token } = (await agent.post('/api/users/tokens/', { name: 'Spreadsheet' })).body
    const program = aVisitor(server())
    const headers = { authorization: `Bearer ${token}` }
    expect((await program.get('/api/users/sessions/', { headers })).body.code).toBe('session_needed')
    expect((await program.delete('/api/users/sessions/', headers)).body.code).toBe('session_needed')
    expect((await agent.get('/api/users/profile/')).status).toBe(200)
  })
})
