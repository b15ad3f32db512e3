import { expect, test } from 'vitest'
import { retryOperation } from '#core/sync/outbox-actions.ts'
import { office } from '#tests/support/sync-office.ts'

type Device = ReturnType<typeof office>['device']

/** A server that was restored from its backup, and that gave the version of a later copy to somebody else's since. */
async function withAnotherCopyOfTheSameVersion(between: (device: Device) => Promise<unknown>) {
  const all = office()
  const { server, device, clock } = all
  server.put('client', { id: 1, first_name: 'Ann', phone_number: '' })
  const restore = server.backup()
  server.put('client', { id: 1, first_name: 'Ann', phone_number: '', notes: 'Newer' })
  await device.sync()
  await between(device)
  restore()
  server.put('client', { id: 1, first_name: 'Ann', phone_number: '2' })
  await clock.pass(60_000)
  await device.settle()
  return all
}

test('G3 C19: an edit for a version that a restored server has given to something else is asked about', async () => {
  const { server, device } = await withAnotherCopyOfTheSameVersion((one) =>
    one.edit('client', '1', { phone_number: '1' }),
  )
  expect(device.operations()).toMatchObject([{ state: 'conflict', conflict: { fields: ['phone_number'] } }])
  expect(server.records('client')).toMatchObject([{ phone_number: '2' }])
})

test('G3 C19: so is one that was tried before the server was restored, and it goes again under another key', async () => {
  const { server, device } = await withAnotherCopyOfTheSameVersion(async (one) => {
    one.network.next('PATCH', 'lost-request')
    await one.edit('client', '1', { phone_number: '1' })
    await one.sync()
    expect(one.operations()).toMatchObject([{ state: 'unknown', revision: 1 }])
  })
  expect(device.operations()).toMatchObject([{ state: 'conflict', revision: 2 }])
  expect(server.records('client')).toMatchObject([{ phone_number: '2' }])
})

test('C19: saving a record again does not send what is only offered to a restored server', async () => {
  const { server, device, clock } = office()
  server.put('client', { id: 1, first_name: 'Ann', phone_number: '', notes: '' })
  await device.sync()
  const restore = server.backup()
  await device.edit('client', '1', { phone_number: '1' })
  await device.sync()
  restore()
  await clock.pass(60_000)
  await device.sync()
  await device.edit('client', '1', { notes: 'Called' })
  expect(device.operations()).toMatchObject([
    { state: 'attention', changes: { phone_number: '1' }, refusal: { code: 'server_restored' } },
    { state: 'queued', changes: { notes: 'Called' } },
  ])
  await retryOperation(device.replica, device.operations()[0]?.opId ?? '')
  await device.settle()
  expect(server.records('client')).toMatchObject([{ phone_number: '1', notes: 'Called' }])
})

test('C19 G2: a long text that is offered again does not cover a long text of others unasked', async () => {
  const { server, device, clock } = office()
  const [ours, theirs] = ['Garden. '.repeat(800).trim(), 'Cars. '.repeat(1000).trim()]
  server.put('client', { id: 1, first_name: 'Ann', notes: '' })
  await device.sync()
  const restore = server.backup()
  await device.edit('client', '1', { notes: ours })
  await device.sync()
  restore()
  server.put('client', { id: 1, first_name: 'Ann', notes: theirs })
  await clock.pass(60_000)
  await device.sync()
  expect(device.operations()).toMatchObject([{ state: 'attention', changes: { notes: ours } }])
  await retryOperation(device.replica, device.operations()[0]?.opId ?? '')
  await device.settle()
  expect(device.operations()).toMatchObject([{ state: 'conflict', conflict: { theirs: { notes: theirs } } }])
  expect(server.records('client')).toMatchObject([{ notes: theirs }])
})

test('C19 C4: a create that is offered again is newer than any try of it that the server may remember', async () => {
  const { server, device } = office()
  await device.sync()
  const restore = server.backup()
  const key = await device.addClient({ email: 'wrong' })
  await device.sync()
  await device.edit('client', key, { email: 'ann@example.com' })
  await device.sync()
  await device.edit('client', key, { notes: 'Calls back.' })
  await device.sync()
  expect(server.records('client')).toMatchObject([{ notes: 'Calls back.' }])
  restore()
  await device.settle()
  expect(device.operations()).toMatchObject([{ kind: 'create', state: 'attention', revision: 2 }])
})
