import { describe, expect, test } from 'vitest'
import { startSync, twoDevices } from '#tests/support/sync-office.ts'

describe.each([
  { what: 'trims', field: 'category', sent: ' Seller ', kept: 'Seller', next: 'Both' },
  { what: 'rounds', field: 'budget', sent: 250_000.005, kept: '250000.01', next: 300_000 },
  { what: 'works out', field: 'phone_number', sent: '916 555 0104', kept: '+1 (916) 555-0104', next: '1' },
])('G12: a value that the server $what', ({ field, sent, kept, next }) => {
  /** A server that normalizes the value, and adds `checked: true` when it does. */
  async function particularServer() {
    const devices = await twoDevices()
    const { server } = devices
    const { handle } = server
    server.handle = (request) => {
      const isWritten = request.method === 'PATCH' && request.fields[field] === sent
      return handle(isWritten ? { ...request, fields: { ...request.fields, [field]: kept, checked: true } } : request)
    }
    return devices
  }

  /** An edit that such a server has not answered yet. */
  async function editOnItsWay() {
    const devices = await particularServer()
    const { phone, key, clock } = devices
    phone.network.latencyMs = 50
    await phone.edit('client', key, { [field]: sent })
    const sending = startSync(phone)
    await clock.pass(120)
    expect(phone.operations()).toMatchObject([{ state: 'sending' }])
    return { ...devices, sending }
  }

  test('G12: becomes the new base: the row shows it, and the next edit is no conflict', async () => {
    const { server, phone, key } = await particularServer()
    await phone.edit('client', key, { [field]: sent })
    await phone.settle()
    expect(phone.row('client', key)).toMatchObject({ [field]: kept, checked: true })
    expect(phone.operations()).toEqual([])
    await phone.edit('client', key, { [field]: next })
    await phone.settle()
    expect(phone.operations()).toEqual([])
    expect(server.records('client')).toMatchObject([{ [field]: next }])
  })

  test('G12: does not conflict with an edit made while the first was in flight', async () => {
    const { server, phone, key, clock, sending } = await editOnItsWay()
    await phone.edit('client', key, { [field]: next })
    await clock.run(sending)
    await phone.settle()
    expect(phone.operations()).toEqual([])
    expect(server.records('client')).toMatchObject([{ [field]: next }])
  })

  test('G12: is preserved when another field is edited while the first edit is in flight', async () => {
    const { server, phone, key, clock, sending } = await editOnItsWay()
    await phone.edit('client', key, { last_name: 'Leigh' })
    await clock.run(sending)
    await phone.settle()
    expect(server.records('client')).toMatchObject([{ [field]: kept, last_name: 'Leigh' }])
    expect(phone.row('client', key)).toMatchObject({ [field]: kept, last_name: 'Leigh', checked: true })
  })
})

test.each([
  ['category', 'Seller', ' Seller '],
  ['budget', 250_000, '250000.00'],
  ['call_at', '09:30', '09:30:00'],
])('G12: the same %s written in two notations on two devices causes no conflict', async (field, mine, theirs) => {
  const { server, phone, office, key, officeKey } = await twoDevices()
  await phone.edit('client', key, { [field]: mine, last_name: 'Leigh' })
  await office.edit('client', officeKey, { [field]: theirs, notes: 'Called.' })
  await office.sync()
  await phone.settle()
  expect(phone.operations()).toEqual([])
  const [client] = server.records('client')
  expect(client).toMatchObject({ last_name: 'Leigh', notes: 'Called.' })
  expect(phone.row('client', key)).toMatchObject({ [field]: client?.[field] ?? '' })
})
