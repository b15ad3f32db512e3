import { afterEach, beforeEach, expect, test } from 'vitest'
import { fingerprintOf, hashText, oldPrintedFields } from '#core/import/imported-records.ts'
import { type ImportMetadata, undoImport } from '#core/import/make-import.ts'
import { canonical } from '#core/sync/operation.ts'
import type { Device } from '#storage/device/device.ts'
import { deleteDevice } from '#storage/opening/delete-device.ts'
import { openDevice } from '#storage/opening/open-device.ts'
import { importPeople, peopleToImport } from '#tests/support/people-import.ts'

let device: Device

beforeEach(async () => {
  device = await openDevice('7')
})

afterEach(async () => {
  device.close()
  await deleteDevice('7')
})

async function storedImport(): Promise<ImportMetadata> {
  const [stored] = await device.database.facts.where('name').startsWith('import ').toArray()
  return stored!.value as unknown as ImportMetadata
}

function undo(metadata: ImportMetadata) {
  const newId = () => device.ids.uuid()
  return undoImport(device, { metadata, entity: 'client', newId, isMentioned: () => false, onProgress: () => {} })
}

test('an import stored before fields were added is undone, except records in which one was filled in', async () => {
  const people = peopleToImport(3)
  await importPeople(device, people)
  // As a version without phone numbers and categories stored it.
  const older = people.map(({ first_name, last_name, email, notes }) => ({ first_name, last_name, email, notes }))
  const prints = older.map((person) => hashText(canonical(person)))
  const fields = { client: Object.keys(older[0]!) }
  const { clients } = device.database
  const [filledIn] = await clients.toCollection().primaryKeys()
  await clients.update(filledIn!, { phone_number: '(503) 555-0100' })
  expect(await undo({ ...(await storedImport()), prints, fields })).toEqual({ deleted: 2, restored: 0, kept: 1 })
  expect(await clients.toCollection().primaryKeys()).toEqual([filledIn])
})

test('an import stored without the names of its fields is undone', async () => {
  await importPeople(device, peopleToImport(1))
  const { fields: _, ...older } = await storedImport()
  expect(await undo({ ...older, prints: [1_934_560_606] })).toEqual({ deleted: 1, restored: 0, kept: 0 })
})

test('the fields of imports that are stored without their names never change', () => {
  const prints = Object.entries(oldPrintedFields).map(([entity, fields]) => [entity, fingerprintOf(fields, {})])
  expect(Object.fromEntries(prints)).toEqual({
    client: 2_126_726_068,
    appointment: 2_071_840_101,
    property: 2_783_683_083,
    listing: 584_460_609,
    exposure_reading: 1_364_821_332,
  })
})
