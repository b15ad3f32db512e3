import { expect, test } from 'vitest'
import { office } from '#tests/support/sync-office.ts'

test('a device that has lost which id a record has still sends its edit and its deletion', async () => {
  const { server, device } = office()
  const [edited, deleted] = [await device.addClient(), await device.addClient({ email: 'ben@example.com' })]
  await device.settle()
  device.replica.loseAliases()
  await device.edit('client', edited, { notes: 'new' })
  await device.remove('client', deleted)
  await device.settle()
  expect(device.operations()).toEqual([])
  expect(server.records('client')).toMatchObject([{ notes: 'new' }])
  expect(device.replica.allRows('client')).toMatchObject([{ key: edited, notes: 'new' }])
})

test('rows that a device has lost are back within a week, and nothing is sent for it', async () => {
  const { clock, server, device } = office()
  const key = await device.addClient()
  server.put('client', { first_name: 'Calm' })
  await device.settle()
  const before = server.effects.length
  device.replica.loseRows('client')
  await clock.pass(7 * 24 * 3_600_000)
  await device.settle()
  expect(device.row('client', key)).toMatchObject({ first_name: 'Ann' })
  expect(device.replica.allRows('client')).toHaveLength(2)
  expect(server.effects).toHaveLength(before)
  expect(device.events).toContain('sync.lost-rows')
})

test('a device that has everything reads the whole feed once a week, and brings nothing back', async () => {
  const { clock, server, device } = office()
  const key = await device.addClient()
  server.put('client', { first_name: 'Calm' })
  await device.settle()
  await clock.pass(7 * 24 * 3_600_000)
  await device.remove('client', key)
  await device.settle()
  const wholeReads = () => device.network.sent.filter(({ path }) => path === 'sync/changes/?limit=500').length
  const read = wholeReads()
  await device.settle()
  expect(wholeReads()).toBe(read)
  expect(device.events).not.toContain('sync.lost-rows')
})
