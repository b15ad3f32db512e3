import { afterAll, beforeAll, expect, test } from 'vitest'
import { knownDeviceId, deviceCookieFor } from '#server/accounts/known-devices.ts'
import { anAgent, aVisitor, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('a known device is known for its whole username only', () => {
  const mark = deviceCookieFor('secret', '', 'xﷻ.jones')
  const [id = '', signature] = mark.split('.')
  expect(knownDeviceId('secret', mark, 'xﷻ.jones')).toBe(id)
  // Normalized, the ligature in the first name contains a space.
  expect(knownDeviceId('secret', `${id} xجل.${signature}`, 'جلاله.jones')).toBeNull()
})

test('a device has an id that the server generated', () => {
  const [id = ''] = deviceCookieFor('secret', 'signed in', 'nora').split('.')
  expect(id).toMatch(/^[\w-]{43}$/)
  expect(deviceCookieFor('secret', `${id}.x`, 'nora').split('.')[0]).toBe(id)
})

test('a password equal to the username, in any case, is refused', async () => {
  const message = ['Your password cannot be your username.']
  const someone = { username: 'johnsmith88', email: 'john@example.com' }
  const registered = await aVisitor(server).post('/api/users/register/', {
    ...someone,
    password: 'JohnSmith88',
    password2: 'JohnSmith88',
  })
  expect([registered.status, registered.body.password]).toEqual([400, message])
  const agent = await anAgent(server)
  const [new_password, new_password2] = [agent.username, agent.username]
  const changed = await agent.post('/api/users/password/', {
    current_password: agent.password,
    new_password,
    new_password2,
  })
  expect([changed.status, changed.body.new_password]).toEqual([400, message])
})
