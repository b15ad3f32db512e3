import type { Device } from '#storage/device.ts'

/** Everything this agent has on this device as one readable file, made without a network; unsent changes included. */
export async function exportData(device: Device, exportedAt: Date): Promise<Blob> {
  const { database } = device
  // One view of all tables, so that a change that arrives meanwhile is in the file whole or not at all.
  const tables = [database.clients, database.listings, database.listing_images, database.properties, database.outbox]
  const content = await database.transaction('r', tables, async () => ({
    clients: await database.clients.toArray(),
    listings: await database.listings.toArray(),
    listing_images: await database.listing_images.toArray(),
    properties: await database.properties.toArray(),
    unsent_changes: await database.outbox.toArray(),
  }))
  const file = {
    product: 'Fanlight',
    format: 1,
    agent: device.owner,
    exported_at: exportedAt.toISOString(),
    ...content,
  }
  return new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' })
}
