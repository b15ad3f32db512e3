import { expect, test } from 'vitest'
import { onAnyDatabase } from '#tests/support/databases.ts'
import { anAgent, type Agent } from '#tests/support/server.ts'

const address = '/api/scheduling/appointments/'
const monday = { date: '2026-11-23', start_time: '09:00:00', end_time: '10:00:00' }

async function anAppointment(agent: Agent, wishes = {}) {
  const answer = await agent.post(address, { ...monday, ...wishes })
  expect(answer.status).toBe(201)
  return answer.body
}

onAnyDatabase((server) => {
  test('an appointment is called Appointment unless it is given a title', async () => {
    const agent = await anAgent(server())
    const answer = await agent.post(address, { date: '2026-11-23', start_time: '09:00', end_time: '10:00' })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      ...monday,
      id: expect.any(Number),
      title: 'Appointment',
      notes: '',
      location: '',
      client: null,
      version: expect.any(Number),
      client_key: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
    expect(answer.headers['location']).toBe(`${address}${answer.body.id}/`)
    expect(await anAppointment(agent, { title: '  ' })).toMatchObject({ title: 'Appointment' })
    expect(await anAppointment(agent, { title: 'Notary', notes: 'Bring keys', location: '1 Main St' })).toMatchObject({
      title: 'Notary',
      notes: 'Bring keys',
      location: '1 Main St',
    })
  })

  test('a list between two days includes both days, earliest appointment first', async () => {
    const agent = await anAgent(server())
    const days = ['2026-11-30', '2026-11-22', '2026-11-23', '2026-11-29']
    for (const date of days) await anAppointment(agent, { date })
    await anAppointment(agent, { date: '2026-11-23', start_time: '08:00', end_time: '08:30' })
    const shown = async (query: string) =>
      (await agent.get(`${address}${query}`)).body.results.map(
        (one: { date: string; start_time: string }) => `${one.date} ${one.start_time}`,
      )
    expect(await shown('?start_date=2026-11-23&end_date=2026-11-29')).toEqual([
      '2026-11-23 08:00:00',
      '2026-11-23 09:00:00',
      '2026-11-29 09:00:00',
    ])
    expect(await shown('?start_date=2026-11-30')).toEqual(['2026-11-30 09:00:00'])
    expect(await shown('?end_date=2026-11-22')).toEqual(['2026-11-22 09:00:00'])
    expect(await shown('?start_date=&end_date=')).toHaveLength(5)
    expect(await shown('?start_date=2026-12-01&end_date=2026-11-01')).toEqual([])
    expect(await agent.get(`${address}?start_date=tomorrow`)).toMatchObject({
      status: 400,
      body: { start_date: ['Enter a date.'] },
    })
  })

  test('an appointment is changed in part and as a whole', async () => {
    const agent = await anAgent(server())
    const appointment = await anAppointment(agent, { title: 'Notary', notes: 'Bring keys' })
    const own = `${address}${appointment.id}/`
    const patched = await agent.patch(own, { title: '', end_time: '10:30' })
    expect(patched).toMatchObject({
      status: 200,
      body: { title: 'Appointment', notes: 'Bring keys', end_time: '10:30:00' },
    })
    const put = await agent.put(own, monday)
    expect(put).toMatchObject({ status: 200, body: { ...monday, title: 'Appointment', notes: '' } })
    expect((await agent.get(own)).body).toEqual(put.body)
  })

  test.each([
    ['no date', { date: undefined }, { date: [expect.any(String)] }],
    ['a time that is none', { end_time: '10' }, { end_time: ['Enter a time.'] }],
    ['its end before its start', { end_time: '08:00' }, { end_time: ['End Time must be after Start Time.'] }],
    ['an endless title', { title: 'x'.repeat(201) }, { title: ['Title must be at most 200 characters.'] }],
    ['endless notes', { notes: 'x'.repeat(10_001) }, { notes: ['Notes must be at most 10,000 characters.'] }],
  ])('an appointment with %s is refused with the field named', async (_, fault, messages) => {
    const agent = await anAgent(server())
    expect(await agent.post(address, { ...monday, ...fault })).toMatchObject({ status: 400, body: messages })
    expect((await agent.get(address)).body.count).toBe(0)
  })

  test('on the day the clocks change, an appointment keeps its local times', async () => {
    const agent = await anAgent(server())
    const night = { date: '2026-11-01', start_time: '01:15:00', end_time: '01:45:00' }
    const { id } = await anAppointment(agent, night)
    expect((await agent.get(`${address}?start_date=2026-11-01&end_date=2026-11-01`)).body.results).toMatchObject([
      { id, ...night },
    ])
  })
})
