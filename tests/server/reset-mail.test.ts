import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { close } from '#server/commands/account-command.ts'
import { createMailer } from '#server/mail/mailer.ts'
import { anyDatabase } from '#tests/support/databases.ts'
import { startMailServer, type MailServer } from '#tests/support/mail-server.ts'
import { pausesLast } from '#tests/support/login-pauses.ts'
import { anAgent, aVisitor, startTestServer, type TestServer } from '#tests/support/server.ts'
import { longTest } from '#tests/support/long-test.ts'

const publicOrigin = 'https://agents.example.com'
const another = 'two lanterns above the door'

let server: TestServer
let logged = ''
/** The server is shared by all tests; each test has its own mail server. */
let way = { url: '' }

beforeAll(async () => {
  const logStream = new PassThrough()
  logStream.on('data', (line: Buffer) => (logged += line.toString()))
  const mailer = {
    send: (mail: { to: string; subject: string; text: string }) =>
      createMailer({ smtpUrl: way.url, from: 'Fanlight <no-reply@agents.example.com>' }).send(mail),
  }
  server = await startTestServer(anyDatabase, { publicOrigin, mailer, logStream })
})
afterAll(() => server.stop())

async function mailServer(): Promise<MailServer> {
  const mails = await startMailServer()
  way = mails
  return mails
}

const ask = (name: string) => aVisitor(server).post('/api/users/password/forgotten/', { name })

function linkIn({ mails }: MailServer): URL {
  const [link] = /https:\/\/\S+/.exec(mails.at(-1)?.text ?? '') ?? []
  return new URL(link ?? 'about:blank')
}

test('the link in a mail sets a new password once, and ends all sessions', async () => {
  const [agent, mails] = [await anAgent(server), await mailServer()]
  expect((await ask(agent.username)).status).toBe(202)
  await expect.poll(() => mails.mails).toHaveLength(1)
  const link = linkIn(mails)
  expect([mails.mails[0]?.to, link.origin, link.pathname]).toEqual([[agent.email], publicOrigin, '/reset-password'])
  const { username, code } = Object.fromEntries(new URLSearchParams(link.hash.slice(1)))
  const reset = { username, reset_code: code, new_password: another, new_password2: another }
  expect((await aVisitor(server).post('/api/users/password/reset/', reset)).status).toBe(204)
  expect((await aVisitor(server).post('/api/users/password/reset/', reset)).status).toBe(400)
  expect((await agent.get('/api/users/profile/')).status).toBe(401)
  const login = { username: agent.username, password: another }
  expect((await aVisitor(server).post('/api/users/auth/login/', login)).status).toBe(200)
})

test('the e-mail address works instead of the username, in any case', async () => {
  const [agent, mails] = [await anAgent(server), await mailServer()]
  expect((await ask(agent.email.toUpperCase())).status).toBe(202)
  await expect.poll(() => mails.mails).toHaveLength(1)
  expect(linkIn(mails).hash).toContain(`username=${agent.username}`)
})

test('the answer does not reveal whether an account exists, and does not wait for the mail', async () => {
  const [agent, gone, mails] = [await anAgent(server), await anAgent(server), await mailServer()]
  await close(server.services.database.db, gone.username)
  const answers = [await ask(agent.username), await ask('nobody-of-this-name'), await ask(gone.username)]
  const said = answers.map(({ status, text, headers }) => [status, text, Object.keys(headers).sort()])
  expect(said[1]).toEqual(said[0])
  expect(said[2]).toEqual(said[0])
  await expect.poll(() => mails.mails).toHaveLength(1)
})

test('a failing mail server is logged, without the username and the address', async () => {
  const [agent, mails] = [await anAgent(server), await mailServer()]
  mails.refuses = true
  expect((await ask(agent.username)).status).toBe(202)
  await expect.poll(() => logged).toContain('a mail could not be sent')
  expect(logged).not.toContain(agent.email)
  expect(logged).not.toContain(agent.username)
})

longTest('after five mails a username has to wait, whether or not it exists', async () => {
  const [agent, mails] = [await anAgent(server), await mailServer()]
  for (const name of [agent.username, 'nobody-of-another-name']) {
    const answers = []
    for (let count = 0; count < 7; count += 1) {
      if (count === 6) await pausesLast(server)
      answers.push((await ask(name)).status)
    }
    expect(answers).toEqual([202, 202, 202, 202, 202, 202, 429])
  }
  await expect.poll(() => mails.mails).toHaveLength(6)
})

longTest('the address before hears that the account has another one, and not which', async () => {
  const [agent, mails] = [await anAgent(server), await mailServer()]
  const change = (email: string) => agent.patch('/api/users/profile/', { email, current_password: agent.password })
  await change(agent.email.replace('agent', 'Agent'))
  await change(`new-${agent.email}`)
  await expect.poll(() => mails.mails).toHaveLength(1)
  expect(mails.mails[0]?.to).toEqual([agent.email.replace('agent', 'Agent')])
  expect(mails.mails[0]?.text).toContain(`The email address of ${agent.username} at agents.example.com was changed`)
  expect(mails.mails[0]?.text).not.toContain('new-')
  for (let count = 0; count < 8; count += 1) await change(`${count}-${agent.email}`)
  await expect.poll(() => mails.mails.length).toBeGreaterThan(4)
  expect(mails.mails.length).toBeLessThan(8)
})

test('a server without a mail server says so', async () => {
  const plain = await startTestServer()
  try {
    const visitor = aVisitor(plain)
    expect((await visitor.get('/api/users/password/forgotten/')).body).toEqual({ by: 'code' })
    expect((await visitor.post('/api/users/password/forgotten/', { name: 'nora' })).status).toBe(404)
    expect((await aVisitor(server).get('/api/users/password/forgotten/')).body).toEqual({ by: 'mail' })
  } finally {
    await plain.stop()
  }
})
