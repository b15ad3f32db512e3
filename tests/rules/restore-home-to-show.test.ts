import { expect, test } from 'vitest'
import type { BackupRecord } from '#core/backup/backup-format.ts'
import { recordOfRow } from '#core/backup/backup-record.ts'
import { planRestore } from '#core/backup/plan-restore.ts'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import type { Row } from '#core/sync/ports.ts'
import { memoryReplica } from '#tests/support/memory-replica.ts'

const listed_by = { name: 'Dana Wu', phone: '', email: '', brokerage: 'Cascade Realty', mls_number: '', link: '' }
const made = { created_at: '2026-11-01T09:00:00.000Z' }
const home: Row = {
  key: '5',
  id: 5,
  ...made,
  address: '12 Elm St',
  city: '',
  state: '',
  zip_code: '95616',
  is_private: true,
}
const listing: Row = {
  key: '7',
  id: 7,
  ...made,
  listing_price: 0,
  description: '',
  status: 'For Sale',
  listed_by,
  property_key: '5',
}

function restored(here: Partial<Record<EntityName, Row[]>>) {
  const record = (entity: EntityName, row: Row): BackupRecord => recordOfRow(entity, row, (_, key) => key)
  const records = new Map<EntityName, BackupRecord[]>([
    ['property', [record('property', home)]],
    ['listing', [record('listing', listing)]],
  ])
  const mirror = async (entity: EntityName) => here[entity] ?? []
  return memoryReplica().transact('read', (tx) => planRestore({ id: 'backup', records }, mirror, tx))
}

test('a home to show is restored as one, with its private property', async () => {
  const { creates } = await restored({})
  expect(creates).toMatchObject([
    { entity: 'property', fields: { address: '12 Elm St', is_private: true } },
    { entity: 'listing', fields: { listing_price: 0, listed_by } },
  ])
  expect(creates[1]?.references['property']?.key).toBe(creates[0]?.key)
})

test('its private property is not matched with a catalog property at the same address', async () => {
  const shared: Row = { ...home, key: '6', id: 6, created_at: '2026-10-01T09:00:00.000Z', is_private: false }
  const { creates, changes } = await restored({ property: [shared] })
  expect(creates).toMatchObject([{ entity: 'property', fields: { is_private: true } }, { entity: 'listing' }])
  expect(changes).toEqual([])
})

test('a record that is already here is not restored again', async () => {
  const { creates, changes } = await restored({ property: [home], listing: [listing] })
  expect([creates, changes]).toEqual([[], []])
})
