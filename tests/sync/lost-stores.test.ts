import { expect, test } from 'vitest'
import { office } from '#tests/support/sync-office.ts'

test('a device that lost its id mappings still sends edits and deletions', async () => {
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

test('rows that a device lost return within a week, without sending anything', async () => {
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

test('a complete device reads the whole feed once a week and revives no deleted row', async () => {
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
