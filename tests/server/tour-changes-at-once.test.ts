import { expect, test } from 'vitest'
import { anAgent, startTestServer } from '#tests/support/server.ts'
import { aTour, makeTour, someListings } from '#tests/support/tours.ts'

test('changes of one tour by many devices at once are all made, and none is refused as busy', async () => {
  const server = await startTestServer()
  const agent = await anAgent(server)
  const { id } = await makeTour(agent, aTour(await someListings(agent, 2)))
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, minute) =>
      agent.patch(`/api/tours/tours/${id}/`, { start_time: `09:${String(minute + 10)}:00` }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  // And a batch that changes it twice does not wait for itself.
  const operations = ['first', 'second'].map((key, index) => ({
    method: 'PATCH',
    path: `tours/tours/${id}/`,
    key: `${key}:1`,
    body: { start_time: `10:0${index}:00` },
  }))
  const batch = await agent.post('/api/sync/batch/', { operations })
  expect(batch.body.answers.map(({ status }: { status: number }) => status)).not.toContain(503)
  await server.stop()
})
