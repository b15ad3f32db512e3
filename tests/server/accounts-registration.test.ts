import { afterAll, beforeEach, expect, test } from 'vitest'
import type { RegistrationPolicy } from '#core/contract/account.ts'
import { invite } from '#server/commands/account-command.ts'
import { anyDatabase } from '#tests/support/databases.ts'
import { startTestServer, aVisitor, type TestServer } from '#tests/support/server.ts'

const password = 'a lantern above the door'
let servers: TestServer[] = []
let people = 0

async function serverThatIs(registration: RegistrationPolicy): Promise<TestServer> {
  const server = await startTestServer(anyDatabase, { registration })
  servers.push(server)
  return server
}
beforeEach(() => {
  people = 0
})
afterAll(async () => {
  for (const server of servers) await server.stop()
  servers = []
})

function register(server: TestServer, fields: object = {}) {
  people += 1
  const username = `newcomer${people}`
  const registration = { username, email: `${username}@example.com`, password, password2: password, ...fields }
  return aVisitor(server).post('/api/users/register/', registration)
}
const policyOf = async (server: TestServer) => (await aVisitor(server).get('/api/users/register/')).body.registration
const settings = {
  registration: 'invite',
  publicOrigin: 'https://agents.example.com',
  tls: undefined,
  port: 1,
} as const
const invitation = async ({ services }: TestServer) =>
  /^https:\/\/agents\.example\.com\/register#invite=([\w-]{43})$/.exec(
    (await invite(services.database.db, settings))[1]!,
  )![1]!

test('closed registration allows the first account and no other', async () => {
  const server = await serverThatIs('closed')
  expect(await policyOf(server)).toBe('open')
  const answers = await Promise.all([register(server), register(server), register(server)])
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 403, 403])
  expect(await policyOf(server)).toBe('closed')
  const refused = await register(server, { invite: await invitation(server) })
  expect([refused.status, refused.body]).toEqual([
    403,
    { detail: 'Registration is closed on this server.', code: 'registration_closed' },
  ])
  await expect(invite(server.services.database.db, { ...settings, registration: 'closed' })).rejects.toThrow(
    'REGISTRATION is closed',
  )
})

test('an invitation lets one person register, within seven days', async () => {
  const server = await serverThatIs('invite')
  expect((await register(server)).status).toBe(201)
  expect(await policyOf(server)).toBe('invite')
  expect((await register(server)).body.code).toBe('registration_closed')
  expect((await register(server, { invite: 'made-up' })).status).toBe(403)

  const token = await invitation(server)
  // A registration that fails for another reason does not use up the invitation.
  expect((await register(server, { invite: token, password: 'short' })).status).toBe(400)
  expect((await register(server, { invite: token, username: 'newcomer1' })).status).toBe(400)
  const together = await Promise.all([register(server, { invite: token }), register(server, { invite: token })])
  expect(together.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 403])

  const late = await invitation(server)
  const { db } = server.services.database
  expect(JSON.stringify(await db.selectFrom('invitations').selectAll().execute())).not.toContain(late)
  await db
    .updateTable('invitations')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .execute()
  expect((await register(server, { invite: late })).status).toBe(403)
})

test('without an invitation, the answer does not reveal whether a name is taken', async () => {
  const server = await serverThatIs('invite')
  expect((await register(server)).status).toBe(201)
  const [known, unknown] = [await register(server, { username: 'newcomer1' }), await register(server)]
  expect([known.status, known.text]).toEqual([unknown.status, unknown.text])
})
