import { expect, test } from 'vitest'
import { close, reset } from '#server/commands/account-command.ts'
import { isNightly, onEveryDatabase } from '#tests/support/databases.ts'
import { pausesLast } from '#tests/support/login-pauses.ts'
import { anAgent, aVisitor, type Agent } from '#tests/support/server.ts'
import { longTest } from '#tests/support/long-test.ts'

const another = 'two lanterns above the door'

onEveryDatabase((server, kind) => {
  const change = (agent: Agent, fields: object = {}) =>
    agent.post('/api/users/password/', {
      current_password: agent.password,
      new_password: another,
      new_password2: another,
      ...fields,
    })
  const logIn = (username: string, password: string) =>
    aVisitor(server()).post('/api/users/auth/login/', { username, password })

  async function elsewhere({ username, password }: Agent) {
    const visitor = aVisitor(server())
    expect((await visitor.post('/api/users/auth/login/', { username, password })).status).toBe(200)
    return visitor
  }

  test('a sign-in with the old password at the moment of its change leaves no session behind', async () => {
    const agent = await anAgent(server())
    const [changed, ...answers] = await Promise.all([
      change(agent),
      ...Array.from({ length: 5 }, () => logIn(agent.username, agent.password)),
    ])
    expect(changed.status).toBe(204)
    for (const answer of answers) {
      const session = /fanlight_session=[\w-]+/.exec([answer.headers['set-cookie']].flat().join(';'))?.[0] ?? ''
      const profile = await aVisitor(server()).get('/api/users/profile/', { headers: { cookie: session } })
      expect(profile.status).toBe(401)
    }
  })

  if (isNightly(kind)) return

  test('a changed password ends all other sessions; this one and the API tokens go on', async () => {
    const agent = await anAgent(server())
    const [tablet, stranger] = [await elsewhere(agent), await anAgent(server())]
    const { token } = (await agent.post('/api/users/tokens/', { name: 'Spreadsheet' })).body
    const answer = await change(agent)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect((await agent.get('/api/users/profile/')).status).toBe(200)
    expect((await tablet.get('/api/users/profile/')).status).toBe(401)
    expect((await stranger.get('/api/users/profile/')).status).toBe(200)
    const program = { headers: { authorization: `Bearer ${token}` } }
    expect((await aVisitor(server()).get('/api/users/profile/', program)).status).toBe(200)
    expect((await logIn(agent.username, agent.password)).status).toBe(401)
    expect((await logIn(agent.username, another)).status).toBe(200)
  })

  test('a new password follows the rules of registration, and is refused at its field', async () => {
    const agent = await anAgent(server())
    const refusals: [object, Record<string, string[]>][] = [
      [{ current_password: 'not this one' }, { current_password: ['This is not your current password.'] }],
      [{ current_password: '' }, { current_password: ['Password is required.'] }],
      [
        { new_password: 'short', new_password2: 'short' },
        { new_password: ['Password must be at least 8 characters long'] },
      ],
      [{ new_password: 'Sunshine1', new_password2: 'Sunshine1' }, { new_password: ['This password is too common.'] }],
      [
        { new_password: agent.username.toUpperCase(), new_password2: agent.username.toUpperCase() },
        { new_password: ['Your password cannot be your username.'] },
      ],
      [{ new_password2: 'something else' }, { new_password2: ['Passwords do not match'] }],
      [
        { new_password: agent.password, new_password2: agent.password },
        { new_password: ['This is your current password. Choose another one.'] },
      ],
    ]
    for (const [fields, messages] of refusals) {
      const answer = await change(agent, fields)
      expect([answer.status, answer.body]).toEqual([400, { ...messages, code: 'invalid' }])
    }
    expect((await logIn(agent.username, agent.password)).status).toBe(200)
  })

  longTest('guesses at the current password wait like those at login, and neither blocks the other', async () => {
    const agent = await anAgent(server())
    for (let index = 0; index < 7; index += 1) await logIn(agent.username, `guess ${index}`)
    const statuses: number[] = []
    for (let index = 0; index < 7; index += 1) {
      if (index === 6) await pausesLast(server())
      statuses.push((await change(agent, { current_password: `guess ${index}` })).status)
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 400, 429])
    const right = await change(agent)
    expect([right.status, right.body.code]).toEqual([429, 'too_many_attempts'])
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(0)
  })

  async function waysIn(agent: Agent) {
    const { token } = (await agent.post('/api/users/tokens/', { name: 'Spreadsheet' })).body
    const { address } = (await agent.post('/api/users/calendar-feed/')).body
    const headers = { authorization: `Bearer ${token}` }
    return async () => [
      (await aVisitor(server()).get('/api/users/profile/', { headers })).status,
      (await aVisitor(server()).get(new URL(address, 'https://agents.example.com').pathname)).status,
    ]
  }

  test('a password change ends tokens and the calendar address on request; a reset always does', async () => {
    const [agent, other] = [await anAgent(server()), await anAgent(server())]
    const [ofAgent, ofOther] = [await waysIn(agent), await waysIn(other)]
    expect((await change(agent)).status).toBe(204)
    expect(await ofAgent()).toEqual([200, 200])
    const again = { current_password: another, new_password: 'a third lantern', new_password2: 'a third lantern' }
    expect((await change(agent, { ...again, revoke_access: true })).status).toBe(204)
    expect(await ofAgent()).toEqual([401, 404])
    expect((await agent.get('/api/users/calendar-feed/')).body.address).toBeNull()

    expect(await ofOther()).toEqual([200, 200])
    expect((await resetWith(other.username, await codeOf(other.username))).status).toBe(204)
    expect(await ofOther()).toEqual([401, 404])
  })

  test('a password cannot be changed with an API token or without a session', async () => {
    const agent = await anAgent(server())
    const { token } = (await agent.post('/api/users/tokens/', { name: 'Spreadsheet' })).body
    const fields = { current_password: agent.password, new_password: another, new_password2: another }
    const program = await aVisitor(server()).post('/api/users/password/', fields, { authorization: `Bearer ${token}` })
    expect([program.status, program.body.code]).toEqual([403, 'session_needed'])
    expect((await aVisitor(server()).post('/api/users/password/', fields)).status).toBe(401)
    expect((await logIn(agent.username, agent.password)).status).toBe(200)
  })

  const codeOf = async (username: string) => (await reset(server().services, username)).at(-1)!
  const resetWith = (username: string, code: string, fields: object = {}) =>
    aVisitor(server()).post('/api/users/password/reset/', {
      username,
      reset_code: code,
      new_password: another,
      new_password2: another,
      ...fields,
    })

  test('an administrator’s code sets a forgotten password once, and ends all sessions', async () => {
    const [agent, stranger] = [await anAgent(server()), await anAgent(server())]
    for (let index = 0; index < 7; index += 1) await logIn(agent.username, `guess ${index}`)
    const code = await codeOf(agent.username.toUpperCase())
    expect(code).toMatch(/^([0-9A-Z]{4}-){3}[0-9A-Z]{4}$/)
    // As people type it.
    const typed = code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
    const answer = await resetWith(agent.username, typed)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect((await agent.get('/api/users/profile/')).status).toBe(401)
    expect((await stranger.get('/api/users/profile/')).status).toBe(200)
    // The reset also ends the pause after the earlier guesses.
    expect((await logIn(agent.username, another)).status).toBe(200)
    expect((await logIn(agent.username, agent.password)).status).toBe(401)
    expect((await resetWith(agent.username, code)).body.code).toBe('invalid_code')
  })

  test('a code is for one agent, only the newest works, and it expires after an hour', async () => {
    const [agent, other] = [await anAgent(server()), await anAgent(server())]
    const first = await codeOf(agent.username)
    expect((await resetWith(other.username, first)).status).toBe(400)
    const second = await codeOf(agent.username)
    expect((await resetWith(agent.username, first)).status).toBe(400)
    const { db } = server().services.database
    const due = await db.selectFrom('password_resets').select('expires_at').executeTakeFirstOrThrow()
    expect(Math.round((due.expires_at.getTime() - Date.now()) / 60_000)).toBe(60)
    await db
      .updateTable('password_resets')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .execute()
    expect((await resetWith(agent.username, second)).status).toBe(400)
    expect((await agent.get('/api/users/profile/')).status).toBe(200)
  })

  test('a weak password is refused at its field and leaves the code as it is', async () => {
    const agent = await anAgent(server())
    const code = await codeOf(agent.username)
    const refusals: [object, Record<string, string[]>][] = [
      [{ new_password: 'short' }, { new_password: ['Password must be at least 8 characters long'] }],
      [{ new_password: 'Sunshine1', new_password2: 'Sunshine1' }, { new_password: ['This password is too common.'] }],
      [{ new_password2: 'something else' }, { new_password2: ['Passwords do not match'] }],
    ]
    for (const [fields, messages] of refusals) {
      const answer = await resetWith(agent.username, code, fields)
      expect([answer.status, answer.body]).toEqual([400, { ...messages, code: 'invalid' }])
    }
    expect((await resetWith(agent.username, code)).status).toBe(204)
  })

  test('a wrong code and an unknown name get the same answer, and tries are limited', async () => {
    const agent = await anAgent(server())
    await codeOf(agent.username)
    const tries: Record<string, unknown[]> = {}
    for (const name of [agent.username, 'nobody-of-that-name']) {
      tries[name] = []
      for (let index = 0; index < 7; index += 1) {
        if (index === 6) await pausesLast(server())
        const { status, text } = await resetWith(name, '0000-0000-0000-0000')
        tries[name].push(status === 429 ? status : [status, text])
      }
    }
    const [known, unknown] = Object.values(tries)
    expect(known).toEqual(unknown)
    expect(known!.at(0)).toEqual([400, expect.stringContaining('invalid_code')])
    expect(known!.at(-1)).toBe(429)
    // A new code resets the count, so that an administrator can help an agent whom a stranger has locked out.
    expect((await resetWith(agent.username, await codeOf(agent.username))).status).toBe(204)
  })

  test('the database does not store the code in plain text', async () => {
    const agent = await anAgent(server())
    const code = await codeOf(agent.username)
    const rows = JSON.stringify(await server().services.database.db.selectFrom('password_resets').selectAll().execute())
    for (const text of [code, code.replaceAll('-', '')]) expect(rows).not.toContain(text)
  })

  test('an unknown name or a closed account gets no code', async () => {
    const agent = await anAgent(server())
    await expect(codeOf('nobody-of-that-name')).rejects.toThrow('There is no agent "nobody-of-that-name".')
    const before = await codeOf(agent.username)
    await close(server().services.database.db, agent.username)
    await expect(codeOf(agent.username)).rejects.toThrow(`The account of ${agent.username} is closed.`)
    expect((await resetWith(agent.username, before)).status).toBe(400)
  })

  test('the API description says that changing a password needs a session', async () => {
    const { body } = await aVisitor(server()).get('/api/schema/')
    expect(body.paths['/api/users/password/'].post).toMatchObject({ security: [{ session: [] }] })
    expect(body.paths['/api/users/profile/'].get).toMatchObject({ security: [{ session: [] }, { token: [] }] })
  })
})
