import { describe, expect, test } from 'vitest'
import type { Fault } from '#tests/support/faulty-network.ts'
import { office } from '#tests/support/sync-office.ts'

const dayMs = 24 * 3_600_000

async function aKnownClient() {
  const { clock, server, device } = office()
  const key = await device.addClient({ notes: 'old' })
  await device.settle()
  const [record] = server.records('client')
  return { clock, server, device, key, record: record ?? {} }
}

describe('an answer from a proxy instead of the server confirms nothing', () => {
  test.each<[string, Fault]>([
    ['204', { status: 204 }],
    ['an empty object', { status: 200, body: {} }],
    ['404', { status: 404, body: { detail: 'Not found.' } }],
  ])('a deletion answered with %s is sent again', async (_, answer) => {
    const { server, device, key } = await aKnownClient()
    device.network.next('DELETE', answer)
    await device.remove('client', key)
    await device.settle()
    expect(server.records('client')).toEqual([])
    expect(device.replica.journal().at(-1)).toMatchObject({ kind: 'delete', note: 'sent' })
  })

  test('an edit answered with the record’s previous state is sent again', async () => {
    const { server, device, key, record } = await aKnownClient()
    device.network.next('PATCH', { status: 200, body: record })
    await device.edit('client', key, { notes: 'new' })
    await device.settle()
    expect(server.records('client')).toMatchObject([{ notes: 'new' }])
    expect(device.row('client', key)).toMatchObject({ notes: 'new' })
  })

  test('an edit answered 404 by a proxy is not treated as an edit of a deleted record', async () => {
    const { server, device, key } = await aKnownClient()
    device.network.next('PATCH', { status: 404, body: { detail: 'Not found.' } })
    await device.edit('client', key, { notes: 'new' })
    await device.settle()
    expect(server.records('client')).toMatchObject([{ notes: 'new' }])
  })

  test('a create answered with another record is sent again', async () => {
    const { server, device } = await aKnownClient()
    device.network.next('POST crm/clients/', { status: 201, body: { id: 4711, first_name: 'Ben' } })
    await device.addClient({ first_name: 'Ben' })
    await device.settle()
    expect(server.records('client')).toMatchObject([{ first_name: 'Ann' }, { first_name: 'Ben' }])
  })
})

test('if a proxy removes answer headers, the device asks about the key and reads the record', async () => {
  const { server, device, key } = await aKnownClient()
  const { send } = device.network
  device.network.send = async (request, signal) => {
    const answer = await send(request, signal)
    return answer.kind === 'answered' && request.method !== 'GET' ? { ...answer, headers: {} } : answer
  }
  device.ports.server.send = device.network.send
  await device.edit('client', key, { notes: 'new' })
  await device.addClient({ first_name: 'Ben' })
  await device.settle()
  expect(server.records('client')).toMatchObject([{ notes: 'new' }, { first_name: 'Ben' }])
  expect(server.effects).toHaveLength(3)
})

test('J12: the daily comparison includes operations confirmed without a version', async () => {
  const { clock, server, device, key } = await aKnownClient()
  await clock.pass(dayMs)
  await device.settle()
  // The record is already deleted; the server stores its answer under the key all the same.
  server.remove('client', Number(device.row('client', key)?.id))
  await device.remove('client', key)
  await device.settle()
  expect(device.replica.journal().at(-1)).toMatchObject({ kind: 'delete', hasTrace: true })
  const deletion = device.network.sent.findLast(({ method }) => method === 'DELETE')
  await clock.pass(dayMs)
  await device.settle()
  const asked = device.network.sent.findLast(({ path }) => path === 'sync/known/')
  expect(asked?.fields['keys']).toContain(deletion?.headers['Idempotency-Key'])
})

test('a visitor’s record counts as sent even if the kiosk’s session may not read it back', async () => {
  const { clock, server, device } = await aKnownClient()
  const { send } = device.network
  device.network.send = async (request, signal) => {
    const answer = await send(request, signal)
    const isClosed = request.method === 'GET' && /^(crm|sync\/(changes|known))/.test(request.path)
    if (!isClosed || answer.kind !== 'answered') return answer
    return { ...answer, status: 403, body: { code: 'visitors_only', agent: 1 } }
  }
  device.network.next('POST crm/clients/', 'lost-answer')
  await device.addClient({ first_name: 'Ben' })
  await device.sync()
  await clock.pass(60_000)
  await device.sync()
  expect(server.records('client')).toHaveLength(2)
  expect(device.operations()).toEqual([])
})
