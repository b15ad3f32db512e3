import { clientImport } from '#core/import/client-import.ts'
import type { NewClient } from '#core/contract/client.ts'
import { savingRecords } from '#features/import/save-records.ts'
import type { Device } from '#storage/device/device.ts'

export function peopleToImport(count: number): NewClient[] {
  return Array.from({ length: count }, (_, index) => ({
    first_name: `Ann ${index}`,
    last_name: 'Lee',
    email: `ann${index}@example.com`,
    phone_number: '',
    category: 'Buyer',
    notes: '',
  }))
}

const saving = savingRecords({
  entity: 'client',
  recordsToCompare: ({ database }) => database.clients.toArray(),
  createsOf: async (_, records) => records.map((changes) => ({ entity: 'client', changes })),
  referredKeys: async () => new Set(),
})

/** Imports people who were not on the device when the file was compared. */
export function importPeople(device: Device, people: NewClient[]) {
  return saving.run(device, clientImport, {
    name: 'people.csv',
    known: new Set(),
    plan: { creates: people, merges: [], skipped: 0 },
    onProgress: () => {},
    isStopped: () => false,
  })
}
