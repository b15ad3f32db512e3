import { expect, test } from 'vitest'
import { onEveryDatabase } from '#tests/support/databases.ts'
import { anAgent, aVisitor } from '#tests/support/server.ts'

onEveryDatabase((server) => {
  test('a new agent registers, logs in and sees the own profile', async () => {
    const agent = await anAgent(server())
    const profile = await agent.get('/api/users/profile/')
    expect(profile.status).toBe(200)
    expect(profile.body).toEqual({
      id: agent.id,
      username: agent.username,
      email: agent.email,
      first_name: '',
      last_name: '',
      license_number: '',
      phone_number: '',
    })
  })

  test('nobody sees a profile without signing in', async () => {
    const answer = await aVisitor(server()).get('/api/users/profile/')
    expect(answer.status).toBe(401)
    expect(answer.body).toEqual({ detail: 'Authentication credentials were not provided.', code: 'not_authenticated' })
  })
})
