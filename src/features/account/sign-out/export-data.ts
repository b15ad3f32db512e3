import { clientsAsVCards, clientsAsCsv } from '#core/domain/clients/client-cards.ts'
import { entityNames, kinds } from '#core/kinds/all-kinds.ts'
import { exportOutbox } from '#core/sync/resolving/export-outbox.ts'
import type { Device } from '#storage/device/device.ts'
import { mirrorTable } from '#storage/database/device-database.ts'

/** The file has everything on this device, also unsent changes and photos, and the URLs of photos on the server. Needs no network. */
export async function exportData(device: Device, exportedAt: Date): Promise<Blob> {
  const { database } = device
  const exported = entityNames.filter((entity) => kinds[entity].isExported)
  const tables = exported.map((entity) => mirrorTable(database, entity))
  // One transaction, so that a concurrent change is in the file completely or not at all.
  const records = await database.transaction('r', tables, async () => {
    const read = tables.map(async (table) => [table.name, await table.toArray()] as const)
    return Object.fromEntries(await Promise.all(read))
  })
  const { operations, files } = await exportOutbox(device.replica, exportedAt.getTime())
  const file = {
    product: 'Fanlight',
    format: 2,
    agent: device.owner,
    exported_at: exportedAt.toISOString(),
    ...records,
    unsent_changes: operations,
    unsent_photos: files,
  }
  return new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' })
}

export async function exportClientTable({ database }: Device): Promise<Blob> {
  return new Blob([clientsAsCsv(await clientsByName(database))], { type: 'text/csv;charset=utf-8' })
}

export async function exportClientCards({ database }: Device): Promise<Blob> {
  return new Blob([clientsAsVCards(await clientsByName(database))], { type: 'text/vcard;charset=utf-8' })
}

async function clientsByName(database: Device['database']) {
  const rows = await database.clients.toArray()
  return rows.toSorted((one, other) => nameOf(one).localeCompare(nameOf(other)))
}

function nameOf({ last_name, first_name }: { last_name: string; first_name: string }): string {
  return `${last_name} ${first_name}`
}
