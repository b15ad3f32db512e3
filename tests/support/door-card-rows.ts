import type { Device } from '#storage/device/device.ts'
import type { DoorCardRow } from '#storage/database/rows.ts'
import { saved } from './saved-rows.ts'

export const codes = { lockbox_code: 'QX-4719', gate_code: '#0042-QX' }
export const aCard = {
  ...codes,
  occupancy: 'tenant',
  lockbox_kind: 'Supra',
  instructions: 'Ring first.\nShut the gate.',
  pets: 'A cat',
  parking: 'In the alley',
} satisfies Partial<DoorCardRow>

export async function aHome(device: Device): Promise<void> {
  const home = { address: '5709 River Oak Way', city: 'Carmichael', state: 'CA', zip_code: '95608' }
  const figures = { bedrooms: 3, bathrooms: 2, square_feet: 1480 }
  await device.database.properties.put({ key: '1', id: 1, ...home, ...figures })
  await saved(device, 'listing', 1, { property: home, property_key: '1' })
}

export async function aHomeWithCard(device: Device, wishes: Partial<DoorCardRow> = {}): Promise<void> {
  await aHome(device)
  await saved(device, 'door_card', 5, { ...aCard, ...wishes })
}
