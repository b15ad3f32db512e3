import { expect, test } from 'vitest'
import { discardOperation, restoreDeleted } from '#core/sync/resolving/outbox-actions.ts'
import { firstOperationId, twoDevices } from '#tests/support/sync-office.ts'
import type { SyncDevice } from '#tests/support/sync-device.ts'
import { opId } from '#tests/support/sync-records.ts'

// Conflicts that were found before the server changed once more.

/** The first exchange pulls the change, and the second reviews the conflicts. */
async function pullAndReview(device: SyncDevice): Promise<void> {
  await device.sync()
  await device.settle()
}

/** The office has edited a client that the phone has deleted. */
async function anEditOfADeletedClient() {
  const devices = await twoDevices()
  const { server, phone, office, key, officeKey } = devices
  const restore = server.backup()
  await phone.remove('client', key)
  await phone.sync()
  await office.edit('client', officeKey, { notes: 'Garden, a dog' })
  await office.sync()
  expect(office.operations()).toMatchObject([{ state: 'conflict', conflict: { theirs: null } }])
  return { ...devices, restore, opId: firstOperationId(office) }
}

test('G4 C19: an edit of a deleted record is sent once the record is back, without a conflict', async () => {
  const { server, office, officeKey, restore } = await anEditOfADeletedClient()
  restore()
  await pullAndReview(office)
  expect(office.operations()).toEqual([])
  expect(server.records('client')).toMatchObject([{ notes: 'Garden, a dog' }])
  expect(office.replica.allRows('client')).toMatchObject([{ key: officeKey, notes: 'Garden, a dog' }])
})

test('G4 C19: fields that differ in the record that is back become the conflict', async () => {
  const { server, office, officeKey, restore } = await anEditOfADeletedClient()
  await office.edit('client', officeKey, { category: 'Seller' })
  restore()
  server.put('client', { id: Number(officeKey), category: 'Both' })
  await pullAndReview(office)
  expect(office.operations()).toMatchObject([
    { state: 'conflict', changes: { category: 'Seller' }, conflict: { theirs: { category: 'Both' } } },
  ])
  expect(server.records('client')).toMatchObject([{ notes: 'Garden, a dog', category: 'Both' }])
})

test('G4: a decision made before the review leaves one record, as on the server', async () => {
  const restored = await anEditOfADeletedClient()
  restored.restore()
  await restored.office.sync()
  await restoreDeleted(restored.office.replica, restored.clock, restored.opId, opId(77))
  await restored.office.settle()
  expect(restored.server.records('client')).toMatchObject([{ notes: 'Garden, a dog' }])

  const discarded = await anEditOfADeletedClient()
  discarded.restore()
  await discarded.office.sync()
  await discardOperation(discarded.office.replica, discarded.clock, discarded.opId)
  await discarded.office.settle()
  expect(discarded.office.replica.allRows('client')).toHaveLength(1)
  expect(discarded.server.records('client')).toMatchObject(
    discarded.office.replica.allRows('client').map(({ notes }) => ({ notes })),
  )
})

test('G5 G6: a deletion in conflict is done once the record is deleted on the server', async () => {
  const { phone, office, key, officeKey } = await twoDevices()
  await phone.edit('client', key, { category: 'Seller' })
  await phone.sync()
  await office.remove('client', officeKey)
  await office.sync()
  expect(office.operations()).toMatchObject([{ kind: 'delete', state: 'conflict' }])
  await phone.remove('client', key)
  await phone.sync()
  await pullAndReview(office)
  expect(office.operations()).toEqual([])
  expect(office.replica.allRows('client')).toEqual([])
  expect(office.replica.allBases()).toEqual([])
})

test('G2 G4: a conflict about a field becomes one about the record once that is deleted', async () => {
  const { phone, office, key, officeKey } = await twoDevices()
  await phone.edit('client', key, { category: 'Seller' })
  await phone.sync()
  await office.edit('client', officeKey, { category: 'Both' })
  await office.sync()
  expect(office.operations()).toMatchObject([{ state: 'conflict', conflict: { theirs: { category: 'Seller' } } }])
  await phone.remove('client', key)
  await phone.sync()
  await pullAndReview(office)
  expect(office.operations()).toMatchObject([{ state: 'conflict', conflict: { theirs: null } }])
  expect(office.row('client', officeKey)).toMatchObject({ category: 'Both' })
})

test('G2: a pull of another change updates the conflict, with the same operation', async () => {
  const { server, phone, office, key, officeKey } = await twoDevices()
  await phone.edit('client', key, { category: 'Seller' })
  await phone.sync()
  await office.edit('client', officeKey, { category: 'Both' })
  await office.sync()
  const asked = office.operations()[0]!
  server.put('client', { id: Number(officeKey), category: 'Investor' })
  await office.sync()
  expect(office.operations()).toMatchObject([
    {
      opId: asked.opId,
      revision: asked.revision + 1,
      state: 'conflict',
      conflict: { theirs: { category: 'Investor' } },
    },
  ])
})

test('G2: a conflict shows the server’s current value and ends when nothing differs', async () => {
  const { server, phone, office, key, officeKey } = await twoDevices()
  await phone.edit('client', key, { category: 'Seller' })
  await phone.sync()
  await office.edit('client', officeKey, { category: 'Both' })
  await office.sync()
  server.put('client', { id: Number(officeKey), category: 'Investor' })
  await pullAndReview(office)
  expect(office.operations()).toMatchObject([{ state: 'conflict', conflict: { theirs: { category: 'Investor' } } }])
  // The server has the original value again, so there is nothing to decide.
  server.put('client', { id: Number(officeKey), category: 'Buyer' })
  await pullAndReview(office)
  expect(office.operations()).toEqual([])
  expect(server.records('client')).toMatchObject([{ category: 'Both' }])
})

test('G2 G4: a conflict that still holds is unchanged by other changes', async () => {
  const { phone, office, key, officeKey } = await twoDevices()
  await phone.edit('client', key, { category: 'Seller' })
  await phone.sync()
  await office.edit('client', officeKey, { category: 'Both' })
  await office.sync()
  const asked = office.operations()
  await phone.edit('client', key, { phone_number: '1' })
  await phone.sync()
  await pullAndReview(office)
  expect(office.operations()).toEqual(asked)

  const deleted = await anEditOfADeletedClient()
  const askedToo = deleted.office.operations()
  await pullAndReview(deleted.office)
  expect(deleted.office.operations()).toEqual(askedToo)
})
