import type { Story } from '../sweep.ts'
import { addClient, both, officeDeletes, officeWrites } from './acting.ts'

export const pulling: Story[] = [
  {
    name: 'a new device gets what is there, then what the office changes',
    servers: both,
    steps: [
      ({ server }) => {
        for (let id = 1; id <= 7; id++)
          if (server.records('client').length < 7) server.put('client', { id, email: `${id}@example.com` })
      },
      ({ device }) => device.tab.sync(),
      ({ server }) => {
        server.put('client', { id: 3, notes: 'Changed.' })
        server.remove('client', 4)
      },
      ({ clock }) => clock.sleep(400_000),
      ({ device }) => device.tab.sync(),
      ({ clock }) => clock.sleep(61_000),
      ({ device }) => device.tab.sync(),
    ],
  },
  {
    name: 'a pull lies under work that waits',
    servers: both,
    steps: [
      ({ device }) => addClient(device.tab, 'Ann'),
      ({ device }) => device.tab.sync(),
      (world) => officeWrites(world, 'client', 'Ann', { phone_number: '555' }),
      ({ device }) => device.network.next('PATCH', { status: 500 }),
      ({ device }) => device.tab.write('client', 'Ann', 'notes'),
      ({ device }) => device.tab.sync(),
      ({ device }) => device.tab.sync(),
    ],
  },
  {
    name: 'the office deletes what another device edits',
    servers: both,
    steps: [
      ({ device }) => addClient(device.tab, 'Ann'),
      ({ device }) => device.tab.sync(),
      ({ second }) => second.tab.sync(),
      (world) => officeDeletes(world, 'client', 'Ann'),
      ({ device }) => device.tab.sync(),
      ({ second }) => second.tab.sync(),
    ],
  },
  {
    name: 'the server is restored from a backup and has lost confirmed work',
    servers: ['ours'],
    steps: [
      ({ device }) => addClient(device.tab, 'Ann'),
      ({ device }) => device.tab.sync(),
      (world) => world.once('backup', async () => world.server.backup()),
      ({ device }) => addClient(device.tab, 'Ben'),
      ({ device }) => device.tab.write('client', 'Ann', 'notes'),
      ({ device }) => device.tab.sync(),
      async (world) => {
        const restore = await world.once('backup', async () => world.server.backup())
        restore()
        world.effectsFrom = world.observed.effects.length
      },
      ({ device }) => device.tab.sync(),
    ],
  },
  {
    name: 'the place in the feed is too old',
    servers: ['ours'],
    steps: [
      ({ device }) => addClient(device.tab, 'Ann'),
      ({ device }) => device.tab.sync(),
      (world) => officeWrites(world, 'client', 'Ann', { phone_number: '555' }),
      ({ device }) => device.network.next('GET sync/changes/', { status: 410, body: { code: 'cursor_too_old' } }),
      ({ device }) => device.tab.write('client', 'Ann', 'notes'),
      ({ device }) => device.tab.sync(),
    ],
  },
  {
    name: 'a plain server’s list is short by mistake',
    servers: ['plain'],
    steps: [
      ({ server }) => {
        for (let id = 1; id <= 5; id++)
          if (server.records('client').length < 5) server.put('client', { id, email: `${id}@example.com` })
      },
      ({ device }) => device.tab.sync(),
      ({ device }) => device.network.next('GET crm/clients/', { status: 200, body: [] }),
      ({ device }) => device.tab.sync(),
      ({ clock }) => clock.sleep(61_000),
      ({ device }) => device.tab.sync(),
    ],
  },
]
