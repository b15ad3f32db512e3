import { undoMs } from '#core/sync/writing/delete-record.ts'
import {
  discardOperation,
  linkToExisting,
  resolveConflict,
  restoreDeleted,
  retryOperation,
} from '#core/sync/deciding/outbox-actions.ts'
import { wordsIn } from '../ledger.ts'
import type { Story } from '../sweep.ts'
import { addClient, addListing, addProperty, both, officeDeletes, officeWrites } from './acting.ts'

export const deciding: Story[] = [
  {
    name: 'notes that the office wrote too keep both texts',
    servers: both,
    steps: [
      ({ device }) => addClient(device.tab, 'Ann'),
      ({ device }) => device.tab.sync(),
      ({ device }) => device.tab.write('client', 'Ann', 'notes'),
      (world) => officeWrites(world, 'client', 'Ann', { notes: 'From the office.' }),
      ({ device }) => device.tab.sync(),
    ],
  },
  {
    name: 'a price that both changed is decided for mine',
    servers: both,
    steps: [
      ({ device }) => addProperty(device.tab, 'home'),
      (world) => addListing(world, world.device.tab, 'offer', 'home'),
      ({ device }) => device.tab.sync(),
      ({ device }) => device.tab.put('listing', 'offer', { listing_price: 260_000 }),
      (world) => officeWrites(world, 'listing', 'offer', { listing_price: 240_000 }),
      ({ device }) => device.tab.sync(),
      ({ device }) =>
        device.tab.decide('conflict', ({ replica, clock }, { opId }) =>
          resolveConflict(replica, clock, opId, { listing_price: 'mine' }),
        ),
      ({ device }) => device.tab.sync(),
    ],
  },
  {
    name: 'a category that both changed is decided for theirs',
    servers: both,
    steps: [
      ({ device }) => addClient(device.tab, 'Ann'),
      ({ device }) => device.tab.sync(),
      ({ device }) => device.tab.put('client', 'Ann', { category: 'Seller' }),
      (world) => officeWrites(world, 'client', 'Ann', { category: 'Both' }),
      ({ device }) => device.tab.sync(),
      ({ device }) => device.tab.write('client', 'Ann', 'notes'),
      ({ device }) =>
        device.tab.decide('conflict', ({ replica, clock }, { opId }) =>
          resolveConflict(replica, clock, opId, { category: 'theirs' }),
        ),
      ({ device }) => device.tab.sync(),
    ],
  },
  {
    name: 'an edit of a client that the office deleted makes it anew',
    servers: both,
    steps: [
      ({ device }) => addClient(device.tab, 'Ann'),
      ({ device }) => device.tab.sync(),
      ({ device }) => device.tab.write('client', 'Ann', 'notes'),
      (world) => officeDeletes(world, 'client', 'Ann'),
      ({ device }) => device.tab.sync(),
      ({ device }) =>
        device.tab.decide('conflict', ({ replica, clock }, { opId }) =>
          restoreDeleted(replica, clock, opId, '00000000-0000-4000-8000-000000777777'),
        ),
      ({ device }) => device.tab.sync(),
    ],
  },
  {
    name: 'a deletion of a client that the office changed is decided for keeping',
    servers: both,
    steps: [
      ({ device }) => addClient(device.tab, 'Ann'),
      ({ device }) => device.tab.sync(),
      ({ device }) => device.tab.remove('client', 'Ann'),
      ({ clock }) => clock.sleep(undoMs),
      (world) => officeWrites(world, 'client', 'Ann', { phone_number: '555' }),
      ({ device }) => device.tab.sync(),
      ({ device }) =>
        device.tab.decide('conflict', ({ replica, clock }, { opId }) =>
          resolveConflict(replica, clock, opId, { all: 'theirs' }),
        ),
      ({ device }) => device.tab.sync(),
    ],
  },
  {
    name: 'a refused client is mended and goes with its edits',
    servers: both,
    steps: [
      ({ device }) => device.network.next('POST crm/', refused),
      ({ device }) => addClient(device.tab, 'Ann'),
      ({ device }) => device.tab.sync(),
      ({ device }) => device.tab.put('client', 'Ann', { phone_number: '555' }),
      ({ device }) => device.tab.write('client', 'Ann', 'notes'),
      ({ device }) => device.tab.sync(),
    ],
  },
  {
    name: 'a refused client is tried again from the Outbox',
    servers: both,
    steps: [
      ({ device }) => device.network.next('POST crm/', refused),
      ({ device }) => addClient(device.tab, 'Ann'),
      ({ device }) => device.tab.sync(),
      ({ device }) => device.tab.decide('attention', ({ replica }, { opId }) => retryOperation(replica, opId)),
      ({ device }) => device.tab.sync(),
    ],
  },
  {
    name: 'a refused property is discarded by name, with the listing made for it',
    servers: both,
    steps: [
      ({ device }) => device.network.next('POST properties/', refused),
      ({ device }) => addProperty(device.tab, 'home'),
      (world) => addListing(world, world.device.tab, 'offer', 'home'),
      ({ device }) => addClient(device.tab, 'Ann'),
      ({ device }) => device.tab.sync(),
      ({ device, ledger, nameWord }) =>
        device.tab.decide('attention', ({ replica, clock }, { opId, changes }) => {
          for (const word of [...wordsIn(changes), nameWord('offer')]) ledger.givenUp.add(word)
          return discardOperation(replica, clock, opId)
        }),
      ({ device }) => device.tab.sync(),
    ],
  },
  {
    name: 'a waiting edit is pushed by hand before its time',
    servers: both,
    steps: [
      ({ device }) => addClient(device.tab, 'Ann'),
      ({ device }) => device.tab.sync(),
      ({ device }) => device.network.next('PATCH', { status: 500 }),
      ({ device }) => device.tab.write('client', 'Ann', 'notes'),
      ({ device }) => device.tab.sync(),
      ({ device }) => device.tab.decide('unknown', ({ replica }, { opId }) => retryOperation(replica, opId)),
      ({ device }) => device.tab.sync(),
    ],
  },
  {
    name: 'a client that may exist is linked to the one on the server',
    servers: ['plain'],
    steps: [
      ({ device }) => device.network.next('POST crm/', 'lost-answer'),
      ({ device }) => addClient(device.tab, 'Ann'),
      ({ device }) => device.tab.sync(),
      // Somebody changes it before this device looks, so that it is alike only in part.
      (world) => officeWrites(world, 'client', 'Ann', { phone_number: '555', category: 'Both' }),
      ({ clock }) => clock.sleep(61_000),
      ({ device }) => device.tab.sync(),
      ({ device, idOf }) =>
        device.tab.decide('attention', async ({ replica, clock }, { opId }) => {
          const id = idOf('client', 'Ann')
          if (id !== null) await linkToExisting(replica, clock, opId, id)
        }),
      ({ device }) => device.tab.write('client', 'Ann', 'notes'),
      ({ device }) => device.tab.sync(),
    ],
  },
]

const refused = { status: 400, body: { email: ['No.'], code: 'invalid' } }
