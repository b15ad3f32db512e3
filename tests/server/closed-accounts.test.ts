import { expect, test } from 'vitest'
import { close, reopen } from '#server/commands/account-command.ts'
import type { Change } from '#core/contract/sync-protocol.ts'
import { sharedChangesAreTold } from '#tests/support/shared-changes.ts'
import { aTour, makeTour, someListings } from '#tests/support/tours.ts'
import { isNightly, onEveryDatabase } from '#tests/support/databases.ts'
import { anAgent, aVisitor } from '#tests/support/server.ts'

const password = 'a lantern above the door'

onEveryDatabase((server, kind) => {
  let people = 0
  const db = () => server().services.database.db
  const logIn = (username: string, secret: string) =>
    aVisitor(server()).post('/api/users/auth/login/', { username, password: secret })

  async function someone() {
    people += 1
    const username = `Closing${people}`
    const email = `${username}@example.com`
    const visitor = aVisitor(server())
    await visitor.post('/api/users/register/', { username, email, password, password2: password })
    const { body } = await visitor.post('/api/users/auth/login/', { username, password })
    return { username, visitor, id: body.user.id as number }
  }

  test('D6: a sign-in at the moment of closing leaves no session behind', async () => {
    const { username } = await someone()
    const [, ...answers] = await Promise.all([
      close(db(), username),
      ...Array.from({ length: 5 }, () => logIn(username, password)),
    ])
    const visitor = aVisitor(server())
    for (const answer of answers.filter(({ status }) => status === 200)) {
      const cookie = [answer.headers['set-cookie']].flat().join(';')
      const session = /fanlight_session=[\w-]+/.exec(cookie)?.[0] ?? ''
      expect((await visitor.get('/api/users/profile/', { headers: { cookie: session } })).status).toBe(401)
    }
  })

  test('D6: an API token created at the moment of closing does not work', async () => {
    const { username, visitor } = await someone()
    const [, ...answers] = await Promise.all([
      close(db(), username),
      ...Array.from({ length: 30 }, () => visitor.post('/api/users/tokens/', { name: 'export' })),
    ])
    expect(answers.filter(({ status }) => status !== 201 && status !== 401)).toEqual([])
    for (const { body } of answers.filter(({ status }) => status === 201)) {
      const headers = { authorization: `Bearer ${body.token}` }
      expect((await aVisitor(server()).get('/api/users/profile/', { headers })).status).toBe(401)
    }
  })

  if (isNightly(kind)) return

  test('agents close their own account with their password, which affects no other account', async () => {
    const { username, visitor } = await someone()
    const other = await someone()
    await visitor.post('/api/crm/clients/', { first_name: 'Jo', last_name: 'Park', email: 'jo@example.com' })
    const { body: token } = await visitor.post('/api/users/tokens/', { name: 'export' })
    const bearer = { authorization: `Bearer ${token.token}` }
    const wrong = await visitor.post('/api/users/close/', { current_password: 'not this one' })
    expect([wrong.status, wrong.body.current_password]).toEqual([400, ['This is not your current password.']])
    const byToken = await aVisitor(server()).ask('POST', '/api/users/close/', {
      headers: bearer,
      body: { current_password: password },
    })
    expect(byToken.status).toBe(403)
    expect((await visitor.get('/api/users/profile/')).status).toBe(200)

    expect((await visitor.post('/api/users/close/', { current_password: password })).status).toBe(204)
    expect((await visitor.get('/api/users/profile/')).status).toBe(401)
    expect((await aVisitor(server()).get('/api/crm/clients/', { headers: bearer })).status).toBe(401)
    const again = await logIn(username, password)
    expect([again.status, again.body.code]).toEqual([403, 'account_closed'])
    expect((await other.visitor.get('/api/users/profile/')).status).toBe(200)
    await reopen(db(), username)
    const back = aVisitor(server())
    await back.post('/api/users/auth/login/', { username, password })
    expect((await back.get('/api/crm/clients/')).body.results).toHaveLength(1)
  })

  test('D6: closing an account ends its sessions and tokens, and keeps its records', async () => {
    const { username, visitor } = await someone()
    await visitor.post('/api/crm/clients/', { first_name: 'Jo', last_name: 'Park', email: 'jo@example.com' })
    const { body: token } = await visitor.post('/api/users/tokens/', { name: 'export' })
    await close(db(), username.toUpperCase())
    expect((await visitor.get('/api/users/profile/')).status).toBe(401)
    const byToken = await aVisitor(server()).get('/api/crm/clients/', {
      headers: { authorization: `Bearer ${token.token}` },
    })
    expect(byToken.status).toBe(401)
    await reopen(db(), username)
    const again = aVisitor(server())
    await again.post('/api/users/auth/login/', { username, password })
    expect((await again.get('/api/crm/clients/')).body.results).toHaveLength(1)
  })

  test('D6: a login with the right password to a closed account says only that it is closed', async () => {
    const { username, id } = await someone()
    await close(db(), username)
    const answer = await logIn(username, password)
    expect(answer.status).toBe(403)
    expect(answer.body).toEqual({ detail: 'This account is closed.', code: 'account_closed', agent: id })
    expect([answer.headers['set-cookie']].flat().join()).not.toContain('fanlight_session')
    const wrong = await logIn(username, 'not the password')
    expect(wrong.status).toBe(401)
    expect(wrong.body).toMatchObject({ code: 'invalid_credentials' })
  })

  test('D6: the code of the last closing counts as the password of a closed account until it reopens', async () => {
    const { username, id } = await someone()
    const code = codeIn(await close(db(), username))
    expect((await logIn(username, code)).body).toMatchObject({ code: 'account_closed', agent: id })
    const another = codeIn(await close(db(), username))
    expect((await logIn(username, code)).status).toBe(401)
    await reopen(db(), username)
    expect((await logIn(username, another)).status).toBe(401)
    expect((await logIn(username, password)).status).toBe(200)
  })

  test('D6: the calendar feed of a closed account is 404', async () => {
    const { username, visitor } = await someone()
    const { body } = await visitor.post('/api/users/calendar-feed/', {})
    const address = new URL(body.address, 'http://office.example').pathname
    expect((await aVisitor(server()).get(address)).status).toBe(200)
    await close(db(), username)
    expect((await aVisitor(server()).get(address)).status).toBe(404)
  })

  test('the listings of a closed account are not available to others until it reopens', async () => {
    const seller = await anAgent(server())
    const buyer = await anAgent(server())
    const [listing] = await someListings(seller, 1)
    const [own] = await someListings(buyer, 1)
    const isOffered = async () => {
      const ids = `ids=${listing!.id},${own!.id}`
      const { body } = await buyer.get(`/api/listings/available/?${ids}`)
      // A full page does not show the total count.
      const { count } = (await buyer.get(`/api/listings/available/?${ids}&page_size=1`)).body
      expect(count).toBe(body.results.length)
      return body.results.length === 2
    }
    let cursor = ''
    const heard = async () => {
      await sharedChangesAreTold(server())
      const { body } = await buyer.get(`/api/sync/changes/?limit=500&cursor=${encodeURIComponent(cursor)}`)
      expect(body.has_more).toBe(false)
      cursor = body.cursor
      const changes = body.changes as Change[]
      return changes.filter(({ entity }) => entity === 'available_listing').find(({ id }) => id === listing!.id)
    }
    expect(await isOffered()).toBe(true)
    expect(await heard()).toMatchObject({ deleted: false })
    await close(db(), seller.username)
    expect(await isOffered()).toBe(false)
    expect(await heard()).toMatchObject({ deleted: true, record: null })
    await reopen(db(), seller.username)
    expect(await isOffered()).toBe(true)
    expect(await heard()).toMatchObject({ deleted: false, record: { id: listing!.id } })
  })

  test('a tour cannot include the listing of a closed account, and shows it as no longer listed', async () => {
    const [seller, buyer] = [await anAgent(server()), await anAgent(server())]
    const [listing] = await someListings(seller, 1)
    const tour = await makeTour(buyer, aTour([listing!]))
    await close(db(), seller.username)
    expect((await buyer.get(`/api/tours/tours/${tour.id}/`)).body.stops).toMatchObject([{ is_listed: false }])
    const another = await buyer.post('/api/tours/tours/auto-create/', aTour([listing!]))
    expect(another.status).toBe(400)
  })

  test('closing or reopening an unknown username fails and changes nothing', async () => {
    await expect(close(db(), 'nobody-at-all')).rejects.toThrow('There is no agent "nobody-at-all".')
    await expect(reopen(db(), 'nobody-at-all')).rejects.toThrow('There is no agent')
    const agent = await anAgent(server())
    expect((await agent.get('/api/users/profile/')).status).toBe(200)
  })
})

function codeIn(lines: string[]): string {
  return lines.join(' ').split(' ').at(-1) ?? ''
}
