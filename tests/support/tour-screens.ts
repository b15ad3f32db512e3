import { onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { defaultTourPreferences } from '#core/contract/tour-preferences.ts'
import type { Device } from '#storage/device/device.ts'
import type { TourRow } from '#storage/database/rows.ts'
import { saved, today } from './saved-rows.ts'
import { type Agent, anAgentAtWork, openScreens } from './workspace-screens.tsx'

export { today, tomorrow } from './saved-rows.ts'

export function open(agent: Agent, address: string) {
  return openScreens(agent, address)
}

/** Sets the device's clock to a time today, until the test ends. */
export function clockAt(time: string): void {
  vi.setSystemTime(new Date(`${today}T${time}:00`))
  onTestFinished(() => {
    vi.useRealTimers()
  })
}

const streets = ['', '9 Elm St', '21 Oak Way', '305 Pine Rd']

export async function someListings(device: Device, count = 3): Promise<void> {
  for (let id = 1; id <= count; id += 1) {
    const place = { latitude: 38.57 + id / 100, longitude: -121.47 - id / 100 }
    await saved(device, 'listing', id, { listing_price: 300_000, property: { address: streets[id] ?? '', ...place } })
  }
}

const times = [
  ['09:00:00', '09:45:00'],
  ['10:00:00', '10:45:00'],
  ['11:00:00', '11:45:00'],
] as const

export async function aTour(device: Device, id = 1, wishes: Partial<TourRow> = {}): Promise<void> {
  await saved(device, 'tour', id, {
    planning: 'best',
    selected_listings: [1, 2, 3],
    preferences: { ...defaultTourPreferences, include_lunch_break: false },
    stops: times.map(([estimated_arrival, estimated_departure], index) => ({
      order: index + 1,
      stop_id: String(index + 1),
      listing_id: index + 1,
      listing_address: streets[index + 1] ?? '',
      listing_city: 'Carmichael',
      duration_minutes: 45,
      estimated_arrival,
      estimated_departure,
      latitude: 38.58 + index / 100,
      longitude: -121.48 - index / 100,
      drive_minutes: index === 0 ? null : 12,
      drive_miles: index === 0 ? null : 3.4,
      is_listed: true,
    })),
    lunch: null,
    dropped: [],
    steps: [],
    total_distance: 6.8,
    estimated_duration: 165,
    ...wishes,
  })
}

export const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
export const region = (name: string) => page.getByRole('region', { name })
export const operations = (device: Device) => device.database.outbox.orderBy('seq').toArray()

/** A tour with all stops visited, waiting for ratings. */
export async function aTourToRate() {
  clockAt('09:20')
  const agent = await anAgentAtWork()
  await someListings(agent.device)
  const left = { kind: 'left', at: '09:15:00', minutes: null, rating: null, note: '', undoes: null } as const
  const steps = ['1', '2', '3'].map((stop_id) => Object.assign({ id: stop_id, stop_id }, left))
  await aTour(agent.device, 1, { tour_date: today, status: 'in_progress', steps })
  const { go, unmount } = await open(agent, '/tours/1/run')
  return { ...agent, go, unmount }
}
