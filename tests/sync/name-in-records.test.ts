import { afterEach, beforeEach, expect, test } from 'vitest'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import type { Fields } from '#core/contract/json.ts'
import { linkRecordsToClient } from '#records/people/link-records-to-client.ts'
import { deleteDevice } from '#storage/opening/delete-device.ts'
import type { Device } from '#storage/device/device.ts'
import { openDevice } from '#storage/opening/open-device.ts'

let device: Device

beforeEach(async () => {
  device = await openDevice('7')
  const put = (entity: EntityName, ...rows: Fields[]) =>
    device.replica.transact('write', (tx) =>
      tx.putRows(
        entity,
        rows.map((row) => Object.assign(row, { key: JSON.stringify(row['id']) })),
      ),
    )
  await put('client', { id: 1, email: 'ann@mailbx.example' }, { id: 2, email: 'bo@mailbox.example' })
  await put('client', { id: 3, email: 'ann@mailbx.example' })
  await put('showing', { id: 1, listing_key: '1', client_email: ' Ann@mailbx.example', client: null })
  await put('showing', { id: 2, listing_key: '1', client_email: 'ann@mailbx.example', client: 3 })
  await put('open_house_visit', { id: 1, listing_key: '1', open_house_key: '1', client_email: 'ann@mailbx.example' })
  await put('open_house_visit', { id: 2, listing_key: '1', open_house_key: '1', client_email: 'bo@mailbox.example' })
  await put('tour', { id: 1, client_email: 'ann@mailbx.example', client: null, status: 'completed' })
  await put('appointment', { id: 1, client: null })
})

afterEach(async () => {
  device.close()
  await deleteDevice('7')
})

const named = async () => {
  const { showings, open_house_visits, tours, appointments } = device.database
  const all = [showings, open_house_visits, tours, appointments].map((table) => table.toArray())
  return (await Promise.all(all)).map((rows) => rows.map(({ client = null }) => client))
}
const nobody = [[null, 3], [null, null], [null], [null]]

test('records with a client’s previous email and no client are linked to that client, once', async () => {
  for (let time = 1; time <= 2; time += 1) {
    await linkRecordsToClient(device, '1', { email: 'ann@mailbox.example' })
    expect(await named()).toEqual([[1, 3], [1, null], [1], [null]])
    const waiting = await device.database.outbox.toArray()
    expect(waiting.map(({ entity, key, changes }) => [entity, key, changes])).toEqual(
      ['showing', 'open_house_visit', 'tour'].map((entity) => [entity, '1', { client: 1 }]),
    )
  }
})

test.each([
  ['the address stays', '1', { email: 'ANN@mailbx.example', first_name: 'Ann' }],
  ['something else changes', '1', { first_name: 'Ann' }],
  ['another client is meant by the address', '3', { email: 'eve@mailbox.example' }],
  ['there is no such client', '9', { email: 'eve@mailbox.example' }],
])('no record is linked if %s', async (_, key, changes) => {
  await linkRecordsToClient(device, key, changes)
  expect(await named()).toEqual(nobody)
  expect(await device.database.outbox.count()).toBe(0)
})
