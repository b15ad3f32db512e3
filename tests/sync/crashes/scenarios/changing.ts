import { undoMs } from '#core/sync/writing/delete-record.ts'
import type { Story } from '../sweep.ts'
import { addClient, addListing, addPhoto, addProperty, addShowing, both } from './acting.ts'

export const changing: Story[] = [
  {
    name: 'edits fold before they are sent',
    servers: both,
    steps: [
      ({ device }) => addClient(device.tab, 'Ann'),
      ({ device }) => device.tab.write('client', 'Ann', 'notes'),
      ({ device }) => device.tab.sync(),
      ({ device }) => device.tab.write('client', 'Ann', 'notes'),
      ({ device }) => device.tab.write('client', 'Ann', 'notes'),
      ({ device }) => device.tab.put('client', 'Ann', { category: 'Seller' }),
      ({ device }) => device.tab.put('client', 'Ann', { category: 'Buyer' }),
      ({ device }) => device.tab.sync(),
    ],
  },
  {
    name: 'a client is edited while it is being sent',
    servers: both,
    steps: [
      ({ device }) => addClient(device.tab, 'Ann'),
      async ({ device, clock }) => {
        device.network.latencyMs = 300
        const sending = device.worker.sync()
        await clock.sleep(700)
        await device.tab.write('client', 'Ann', 'notes')
        await device.tab.write('client', 'Ann', 'notes')
        await sending
        device.network.latencyMs = 0
      },
      ({ device }) => device.tab.sync(),
    ],
  },
  {
    name: 'an edit is sent again after its answer was lost, and edited behind',
    servers: both,
    steps: [
      ({ device }) => addClient(device.tab, 'Ann'),
      ({ device }) => device.tab.sync(),
      ({ device }) => device.network.next('PATCH', 'lost-answer'),
      ({ device }) => device.tab.write('client', 'Ann', 'notes'),
      ({ device }) => device.tab.sync(),
      ({ device }) => device.tab.write('client', 'Ann', 'notes'),
      ({ clock }) => clock.sleep(20_000),
      ({ device }) => device.tab.sync(),
    ],
  },
  {
    name: 'a client is deleted before it was ever sent',
    servers: both,
    steps: [
      ({ device }) => addClient(device.tab, 'Ann'),
      ({ device }) => device.tab.write('client', 'Ann', 'notes'),
      ({ device }) => device.tab.remove('client', 'Ann'),
      ({ device }) => addClient(device.tab, 'Ben'),
      ({ device }) => device.tab.sync(),
    ],
  },
  {
    name: 'a deletion is undone before it is sent',
    servers: both,
    steps: [
      ({ device }) => addClient(device.tab, 'Ann'),
      ({ device }) => device.tab.sync(),
      ({ device }) => device.tab.write('client', 'Ann', 'notes'),
      ({ device }) => device.tab.remove('client', 'Ann'),
      ({ device }) => device.tab.undo(),
      ({ device }) => device.tab.sync(),
    ],
  },
  {
    name: 'a deletion is undone too late, after it was sent',
    servers: both,
    steps: [
      ({ device }) => addClient(device.tab, 'Ann'),
      ({ device }) => device.tab.sync(),
      ({ device }) => device.network.next('DELETE', 'lost-answer'),
      ({ device }) => device.tab.remove('client', 'Ann'),
      ({ clock }) => clock.sleep(undoMs),
      ({ device }) => device.tab.sync(),
      ({ device }) => device.tab.undo(),
      ({ clock }) => clock.sleep(20_000),
      ({ device }) => device.tab.sync(),
    ],
  },
  {
    name: 'a listing is deleted with its photos and its showing',
    servers: ['ours'],
    steps: [
      ({ device }) => addProperty(device.tab, 'home'),
      (world) => addListing(world, world.device.tab, 'offer', 'home'),
      (world) => addPhoto(world, world.device.tab, 'front', 'offer'),
      ({ device }) => device.tab.sync(),
      (world) => addPhoto(world, world.device.tab, 'garden', 'offer'),
      (world) => addShowing(world, world.device.tab, 'viewing', 'offer'),
      ({ device }) => device.tab.remove('listing', 'offer'),
      ({ clock }) => clock.sleep(undoMs),
      ({ device }) => device.tab.sync(),
    ],
  },
  {
    name: 'photos are told apart, renamed and removed',
    servers: ['ours'],
    steps: [
      ({ device }) => addProperty(device.tab, 'home'),
      (world) => addListing(world, world.device.tab, 'offer', 'home'),
      (world) => addPhoto(world, world.device.tab, 'front', 'offer'),
      (world) => addPhoto(world, world.device.tab, 'garden', 'offer'),
      ({ device }) => device.tab.sync(),
      ({ device }) => device.tab.write('listing_image', 'garden', 'caption'),
      ({ device }) => device.tab.remove('listing_image', 'front'),
      ({ clock }) => clock.sleep(undoMs),
      ({ device }) => device.tab.sync(),
    ],
  },
  {
    name: 'every step of a tour is kept, none folded',
    servers: ['ours'],
    steps: [
      ({ device }) =>
        device.tab.create('tour', 'round', (word) => ({
          client_email: `${word}@example.com`,
          tour_date: '2026-11-23',
          start_time: '09:00:00',
          end_time: '17:00:00',
          selected_listings: [],
          preferences: {},
          planning: 'best',
          steps: [],
        })),
      ({ device }) => device.tab.put('tour', 'round', { status: 'in_progress' }),
      ({ device }) =>
        device.tab.put('tour', 'round', { steps: [{ id: 'a', kind: 'arrived', stop_id: '1', at: '09:00:00' }] }),
      ({ device }) => device.tab.put('tour', 'round', { status: 'completed' }),
      ({ device }) => device.tab.sync(),
    ],
  },
  {
    name: 'work waits for six weeks',
    servers: both,
    steps: [
      ({ device }) => addClient(device.tab, 'Ann'),
      ({ device }) => device.tab.sync(),
      ({ device }) => {
        device.network.isOnline = false
      },
      ({ device }) => device.tab.write('client', 'Ann', 'notes'),
      ({ device }) => addClient(device.tab, 'Ben'),
      ({ device }) => device.tab.sync(),
      ({ clock }) => clock.sleep(42 * 24 * 3_600_000),
      ({ device }) => {
        device.network.isOnline = true
      },
      ({ device }) => device.tab.sync(),
    ],
  },
]
