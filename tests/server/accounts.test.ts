import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { clearFailures, countAttempt } from '#server/accounts/login-pauses.ts'
import { isNightly, onEveryDatabase } from '#tests/support/databases.ts'
import { pausesLast } from '#tests/support/login-pauses.ts'
import { anAgentOverHttp, aVisitor, type Visitor } from '#tests/support/server.ts'
import { longTest } from '#tests/support/long-test.ts'

const password = 'a lantern above the door'

onEveryDatabase((server, kind) => {
  let people = 0
  const aRegistration = () => {
    people += 1
    const username = `Person${people}`
    return { username, email: `${username}@Example.com`, password, password2: password }
  }
  const register = (visitor: Visitor, fields: object) => visitor.post('/api/users/register/', fields)
  const logIn = (visitor: Visitor, username: string, password: string) =>
    visitor.post('/api/users/auth/login/', { username, password })

  test('two people who take one name at the same moment: one gets it, the other a message at the field', async () => {
    const registration = aRegistration()
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((letter) =>
        register(aVisitor(server()), { ...registration, email: `${letter}-${registration.email}` }),
      ),
    )
    expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([201, 400, 400])
    const refused = answers.find(({ status }) => status === 400)
    expect(refused?.body).toEqual({ username: ['A user with that username already exists.'], code: 'invalid' })
  })

  test('guesses at the same moment are all counted', async () => {
    const registration = aRegistration()
    await register(aVisitor(server()), registration)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => logIn(aVisitor(server()), registration.username, `guess ${index}`)),
    )
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(6)
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(14)
    await theTimePasses()
  })

  if (isNightly(kind)) return

  test('a new agent registers, logs in and sees their own profile', async () => {
    const visitor = aVisitor(server())
    const registration = { ...aRegistration(), first_name: '', last_name: '', license_number: '', phone_number: '' }
    expect((await register(visitor, registration)).status).toBe(201)
    const login = await logIn(visitor, registration.username, password)
    expect(login.status).toBe(200)
    const profile = await visitor.get('/api/users/profile/')
    expect(profile.body).toEqual({
      id: expect.any(Number),
      username: registration.username,
      email: registration.email,
      first_name: '',
      last_name: '',
      license_number: '',
      phone_number: '',
    })
    expect(login.body).toEqual({ user: profile.body })
  })

  test('the session is a cookie that no script reads; the page can read the anti-forgery token', async () => {
    const visitor = aVisitor(server())
    const registration = aRegistration()
    await register(visitor, registration)
    const login = await logIn(visitor, registration.username, password)
    const cookies = [login.headers['set-cookie']].flat().map(String)
    expect(cookies.find((cookie) => cookie.startsWith('fanlight_session='))).toMatch(
      /^fanlight_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    expect(cookies.find((cookie) => cookie.startsWith('csrftoken='))).not.toContain('HttpOnly')
  })

  test('a profile needs a session', async () => {
    const answer = await aVisitor(server()).get('/api/users/profile/')
    expect(answer.status).toBe(401)
    expect(answer.body).toEqual({ detail: 'Authentication credentials were not provided.', code: 'not_authenticated' })
  })

  test('a registration is refused field by field', async () => {
    const visitor = aVisitor(server())
    const taken = aRegistration()
    await register(visitor, taken)
    const other = aRegistration()
    const refusals: [object, Record<string, string[]>][] = [
      [
        { ...other, username: taken.username.toUpperCase() },
        { username: ['A user with that username already exists.'] },
      ],
      [{ ...other, email: taken.email.toLowerCase() }, { email: ['A user with that email already exists.'] }],
      [
        { ...other, password: 'short', password2: 'short' },
        { password: ['Password must be at least 8 characters long'] },
      ],
      [{ ...other, password: 'Sunshine1', password2: 'Sunshine1' }, { password: ['This password is too common.'] }],
      [{ ...other, password2: 'something else' }, { password2: ['Passwords do not match'] }],
      [{ ...other, username: '' }, { username: ['Username is required.', expect.any(String)] }],
      [{ ...other, email: 'not an address' }, { email: ['Enter a valid email address.'] }],
    ]
    for (const [fields, messages] of refusals) {
      const answer = await register(visitor, fields)
      expect([answer.status, answer.body]).toEqual([400, { ...messages, code: 'invalid' }])
    }
    const empty = await register(visitor, {})
    expect(Object.keys(empty.body)).toEqual(['username', 'email', 'password', 'password2', 'code'])
  })

  test('a wrong name and a wrong password get the same answer', async () => {
    const registration = aRegistration()
    await register(aVisitor(server()), registration)
    const wrongPassword = await logIn(aVisitor(server()), registration.username, 'not this one')
    const wrongName = await logIn(aVisitor(server()), 'nobody-at-all', password)
    expect(wrongPassword.status).toBe(401)
    expect(wrongPassword.body.code).toBe('invalid_credentials')
    expect([wrongName.status, wrongName.text]).toEqual([wrongPassword.status, wrongPassword.text])
  })

  test('a username may be written in any case at login', async () => {
    const registration = aRegistration()
    await register(aVisitor(server()), registration)
    expect((await logIn(aVisitor(server()), registration.username.toUpperCase(), password)).status).toBe(200)
  })

  test('after five failures a name has to wait, from any address and even with the right password', async () => {
    const registration = aRegistration()
    await register(aVisitor(server()), registration)
    const statuses: number[] = []
    for (let index = 0; index < 7; index += 1) {
      if (index === 6) await pausesLast(server())
      statuses.push((await logIn(aVisitor(server()), registration.username, `guess ${index}`)).status)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429])
    const right = await logIn(aVisitor(server()), registration.username, password)
    expect(right.status).toBe(429)
    expect(right.body.code).toBe('too_many_attempts')
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(0)

    await theTimePasses()
    expect((await logIn(aVisitor(server()), registration.username, password)).status).toBe(200)
  })

  test('an office that signs in often is not locked out: successful logins do not count', async () => {
    const { database, secret } = server().services
    for (let index = 1; index <= 30; index += 1) {
      const attempt = { username: `colleague ${index}`, address: '203.0.113.7', device: null }
      expect(await countAttempt(database.db, secret, attempt)).toBe(0)
      await clearFailures(database.db, secret, attempt)
    }
  })

  test('wrong passwords of strangers do not keep an agent out on a device that has signed in before', async () => {
    const registration = aRegistration()
    const own = aVisitor(server())
    await register(own, registration)
    expect((await logIn(own, registration.username, password)).status).toBe(200)
    own.cookies.delete('fanlight_session')
    for (let index = 0; index < 7; index += 1) await logIn(aVisitor(server()), registration.username, `guess ${index}`)
    await pausesLast(server())
    expect((await logIn(aVisitor(server()), registration.username, password)).status).toBe(429)
    expect((await logIn(own, registration.username, password)).status).toBe(200)

    // The device is known for this name only, its own failures count, and its mark cannot be forged.
    const other = aRegistration()
    await register(aVisitor(server()), other)
    for (let index = 0; index < 7; index += 1) await logIn(aVisitor(server()), other.username, `guess ${index}`)
    await pausesLast(server())
    expect((await logIn(own, other.username, password)).status).toBe(429)
    own.cookies.delete('fanlight_session')
    const forger = aVisitor(server())
    forger.cookies.set('fanlight_device', `${own.cookies.get('fanlight_device')!.split('.')[0]}.made-up`)
    expect((await logIn(forger, registration.username, password)).status).toBe(429)
    const statuses: number[] = []
    for (let index = 0; index < 6; index += 1) {
      statuses.push((await logIn(own, registration.username, `guess ${index}`)).status)
    }
    expect(statuses.slice(0, 6)).toEqual([401, 401, 401, 401, 401, 401])
    await pausesLast(server())
    expect((await logIn(own, registration.username, password)).status).toBe(429)
    await theTimePasses()
  })

  test('the pause doubles with every failure, up to a quarter of an hour', async () => {
    await server().services.database.db.deleteFrom('login_failures').execute()
    const registration = aRegistration()
    const pauses: number[] = []
    for (let index = 0; index < 18; index += 1) {
      await logIn(aVisitor(server()), registration.username, 'wrong')
      const { pause } = await longestPause()
      pauses.push(pause)
      await theTimePasses()
    }
    expect(pauses.slice(0, 5)).toEqual([0, 0, 0, 0, 0])
    expect(pauses.slice(5, 10)).toEqual([2, 4, 8, 16, 32])
    expect(pauses.at(-1)).toBe(900)
  })

  longTest('an address that guesses many names has to wait as well', async () => {
    const guesser = aVisitor(server())
    const statuses: number[] = []
    for (let index = 0; index < 22; index += 1) statuses.push((await logIn(guesser, `guess-${index}`, 'wrong')).status)
    expect(statuses.slice(0, 21)).toEqual(Array(21).fill(401))
    expect(statuses[21]).toBe(429)
    expect((await logIn(aVisitor(server()), 'guess-0', 'wrong')).status).toBe(401)
  })

  test.each([
    ['ten minutes', 10, 1],
    ['two days', 2880, 7],
  ])('a server clock that was %s ahead locks no agent out once it is right', async (_, minutes, failures) => {
    const { database, secret } = server().services
    const attempt = { username: `early-${minutes}`, address: `198.51.100.${failures}`, device: null }
    for (let index = 0; index < failures; index += 1) await countAttempt(database.db, secret, attempt)
    await clearFailures(database.db, secret, { ...attempt, username: 'a colleague' })
    await database.db
      .updateTable('login_failures')
      .set({ blocked_until: sql<Date>`blocked_until + make_interval(mins => ${sql.lit(minutes)})` })
      .execute()
    expect(await countAttempt(database.db, secret, attempt)).toBe(0)
    await theTimePasses()
  })

  test('guesses from several IPv6 addresses of one network count as from one address', async () => {
    const { database, secret } = server().services
    const guess = (address: string, index: number) =>
      countAttempt(database.db, secret, { username: `six-${address}-${index}`, address, device: null })
    for (let index = 0; index < 21; index += 1) expect(await guess(`2001:db8:0:1::${index}`, index)).toBe(0)
    expect(await guess('2001:DB8:0:1:ffff::1', 21)).toBeGreaterThan(0)
    expect(await guess('2001:db8:0:2::1', 22)).toBe(0)
  })

  test('stored login failures name neither people nor addresses', async () => {
    await logIn(aVisitor(server()), 'somebody-private', 'wrong')
    const rows = await server().services.database.db.selectFrom('login_failures').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toMatch(/somebody|10\.\d+\.\d+/)
  })

  test('after logging out, the old cookie does not work', async () => {
    const agent = await anAgentOverHttp(server())
    const stolen = new Map(agent.cookies)
    const answer = await agent.post('/api/users/auth/logout/')
    expect([answer.status, answer.body]).toEqual([200, { detail: 'Logged out.' }])
    expect(agent.cookies.has('fanlight_session')).toBe(false)
    const thief = aVisitor(server())
    for (const [name, value] of stolen) thief.cookies.set(name, value)
    expect((await thief.get('/api/users/profile/')).status).toBe(401)
    expect((await agent.post('/api/users/auth/logout/')).status).toBe(200)
  })

  test('a session is extended by use, and ends after thirty days without it', async () => {
    const agent = await anAgentOverHttp(server())
    const { db } = server().services.database
    const days = async (count: number) =>
      db
        .updateTable('sessions')
        .set({ expires_at: new Date(Date.now() + count * 86_400_000) })
        .where('agent_id', '=', agent.id)
        .execute()
    await days(3)
    const used = await agent.get('/api/users/profile/')
    expect(String(used.headers['set-cookie'])).toContain('Max-Age=2592000')
    const { expires_at } = await db
      .selectFrom('sessions')
      .select('expires_at')
      .where('agent_id', '=', agent.id)
      .executeTakeFirstOrThrow()
    expect(Math.round((expires_at.getTime() - Date.now()) / 86_400_000)).toBe(30)
    expect((await agent.post('/api/users/auth/refresh/')).body.user.id).toBe(agent.id)
    await days(-1)
    expect((await agent.get('/api/users/profile/')).status).toBe(401)
  })

  test('the database stores neither passwords nor tokens in plain text', async () => {
    const agent = await anAgentOverHttp(server())
    const { token } = (await agent.post('/api/users/tokens/', { name: 'Spreadsheet' })).body
    const { db } = server().services.database
    const kept = JSON.stringify([
      await db.selectFrom('agents').selectAll().execute(),
      await db.selectFrom('sessions').selectAll().execute(),
      await db.selectFrom('api_tokens').selectAll().execute(),
    ])
    expect(kept).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
    for (const secret of [agent.password, agent.cookies.get('fanlight_session')!, token]) {
      expect(kept).not.toContain(secret)
    }
  })

  test('a profile is changed field by field', async () => {
    const agent = await anAgentOverHttp(server())
    const other = await anAgentOverHttp(server())
    const changed = await agent.patch('/api/users/profile/', { first_name: 'Robin', phone_number: '(503) 555-0100' })
    expect([changed.status, changed.body]).toEqual([
      200,
      expect.objectContaining({ first_name: 'Robin', phone_number: '(503) 555-0100', email: agent.email }),
    ])
    const proof = { current_password: agent.password }
    const refused = await agent.patch('/api/users/profile/', { email: other.email, ...proof })
    expect([refused.status, refused.body]).toEqual([
      400,
      { email: ['A user with that email already exists.'], code: 'invalid' },
    ])
    const password = await agent.patch('/api/users/profile/', { first_name: 'Ann', password: 'two lanterns above' })
    expect([password.status, password.body]).toEqual([
      400,
      { password: ['Change the password with POST users/password/ instead.'], code: 'invalid' },
    ])
    expect((await agent.get('/api/users/profile/')).body.first_name).toBe('Robin')
  })

  test('a new email needs the current password, because it gets the links for forgotten passwords', async () => {
    const agent = await anAgentOverHttp(server())
    const email = `new-${agent.email}`
    const change = (fields: object) => agent.patch('/api/users/profile/', fields)
    for (const fields of [{ email }, { email, current_password: 'not this one' }]) {
      const { status, body } = await change({ first_name: 'Robin', ...fields })
      expect([status, body]).toEqual([
        400,
        { current_password: ['This is not your current password.'], code: 'invalid' },
      ])
    }
    expect((await agent.get('/api/users/profile/')).body).toMatchObject({ email: agent.email, first_name: '' })
    // A program that changes only the name sends the whole profile as it read it.
    expect((await change({ email: agent.email, first_name: 'Robin' })).status).toBe(200)
    const { status, body } = await change({ email, current_password: agent.password })
    expect([status, body.email]).toEqual([200, email])
    for (let index = 0; index < 6; index += 1) await change({ email: agent.email, current_password: `guess ${index}` })
    await pausesLast(server())
    expect((await change({ email: agent.email, current_password: agent.password })).status).toBe(429)
  })

  test('the dashboard counts the agent’s own work', async () => {
    const agent = await anAgentOverHttp(server())
    const other = await anAgentOverHttp(server())
    const properties = (await agent.get('/api/properties/properties/?page_size=3')).body.results as { id: number }[]
    for (const [index, status] of ['For Sale', 'Pending', 'Sold'].entries()) {
      const property = properties[index]!.id
      await agent.post('/api/listings/', { property, listing_price: 100_000, description: 'A house', status })
    }
    await agent.post('/api/crm/clients/', { first_name: 'A', last_name: 'B', email: 'a@example.com' })
    const counts = { active_listings: 2, total_listings: 3, total_clients: 1, upcoming_tours: 0 }
    expect((await agent.get('/api/users/dashboard/')).body).toEqual(counts)
    expect((await other.get('/api/users/dashboard/')).body).toMatchObject({ total_listings: 0, total_clients: 0 })
  })

  test('an API token opens what its agent may see, needs no anti-forgery token, and can be revoked', async () => {
    const agent = await anAgentOverHttp(server())
    const made = await agent.post('/api/users/tokens/', { name: 'Spreadsheet' })
    expect(made.status).toBe(201)
    const authorization = `Bearer ${made.body.token}`
    const program = aVisitor(server())
    const added = await program.post(
      '/api/crm/clients/',
      { first_name: 'A', last_name: 'B', email: 'a@example.com' },
      { authorization },
    )
    expect(added.status).toBe(201)
    expect((await agent.get(`/api/crm/clients/${added.body.id}/`)).status).toBe(200)
    const { results } = (await agent.get('/api/users/tokens/')).body
    expect(results).toEqual([
      {
        id: made.body.id,
        name: 'Spreadsheet',
        scope: 'read-write',
        created_at: expect.any(String),
        last_used_at: expect.any(String),
      },
    ])
    expect((await (await anAgentOverHttp(server())).delete(`/api/users/tokens/${made.body.id}/`)).status).toBe(404)
    expect((await agent.delete(`/api/users/tokens/${made.body.id}/`)).status).toBe(204)
    expect((await program.get('/api/users/profile/', { headers: { authorization } })).status).toBe(401)
  })

  test('a read-only token changes nothing, and no token manages the account', async () => {
    const agent = await anAgentOverHttp(server())
    const headersOf = async (scope: string) => {
      const { body } = await agent.post('/api/users/tokens/', { name: scope, scope })
      expect(body.scope).toBe(scope)
      return { authorization: `Bearer ${body.token}` }
    }
    const [reading, writing] = [await headersOf('read'), await headersOf('read-write')]
    const program = aVisitor(server())
    const client = { first_name: 'A', last_name: 'B', email: 'a@example.com' }
    expect((await program.get('/api/crm/clients/', { headers: reading })).status).toBe(200)
    for (const [call, body] of [
      ['/api/crm/clients/', client],
      ['/api/sync/batch/', { operations: [] }],
    ] as const) {
      const refused = await program.post(call, body, reading)
      expect([call, refused.status, refused.body.code]).toEqual([call, 403, 'token_only_reads'])
    }
    expect((await agent.get('/api/crm/clients/')).body.count).toBe(0)
    // A preview is a POST that changes nothing.
    const preview = { tour_date: '2026-11-24', selected_listings: [] }
    expect((await program.post('/api/tours/tours/availability-preview/', preview, reading)).status).not.toBe(403)

    const refusals = [
      await program.post('/api/users/tokens/', { name: 'another' }, writing),
      await program.patch('/api/users/profile/', { email: 'thief@example.com' }, writing),
      await program.delete('/api/users/tokens/1/', writing),
    ]
    for (const { status, body } of refusals) expect([status, body.code]).toEqual([403, 'session_needed'])
    expect((await program.patch('/api/users/profile/', { first_name: 'Robin' }, writing)).status).toBe(200)
    const unknown = await agent.post('/api/users/tokens/', { name: 'x', scope: 'everything' })
    expect([unknown.status, unknown.body]).toEqual([400, { scope: ['Choose read or read-write.'], code: 'invalid' }])
  })

  /** Ends every pause without waiting. */
  async function theTimePasses() {
    await server()
      .services.database.db.updateTable('login_failures')
      .set({ blocked_until: new Date(0) })
      .execute()
  }

  async function longestPause(): Promise<{ pause: number }> {
    const rows = await server().services.database.db.selectFrom('login_failures').selectAll().execute()
    const pauses = rows.map((row) => Math.round((row.blocked_until.getTime() - row.last_failed_at.getTime()) / 1000))
    return { pause: Math.max(0, ...pauses) }
  }
})
