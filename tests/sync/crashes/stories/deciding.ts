import { textOf } from '#tests/support/sync-records.ts'
import { undoMs } from '#core/sync/writing/delete-record.ts'
import type { Story } from '../sweep.ts'
import {
  adds,
  both,
  changes,
  decides,
  deletes,
  meets,
  offer,
  officeRemoves,
  officeWrites,
  plain,
  retries,
  syncs,
  waits,
  writes,
} from '../acting.ts'

const sentClient = [adds('client', 'Ann'), syncs()]
const refused = { status: 400, body: { email: ['No.'], code: 'invalid' } }

export const deciding: Story[] = [
  {
    name: 'notes that the office wrote too keep both texts',
    servers: both,
    steps: [
      ...sentClient,
      writes('client', 'Ann'),
      officeWrites('client', 'Ann', (there) => ({ notes: `${textOf(there, 'notes')} From the office.` })),
      syncs(),
    ],
  },
  {
    name: 'a price that both changed is decided for mine',
    servers: both,
    steps: [
      ...offer,
      syncs(),
      changes('listing', 'offer', { listing_price: 260_000 }),
      officeWrites('listing', 'offer', { listing_price: 240_000 }),
      syncs(),
      decides('mine'),
      syncs(),
    ],
  },
  {
    name: 'a category that both changed is decided for theirs',
    servers: both,
    steps: [
      ...sentClient,
      changes('client', 'Ann', { category: 'Seller' }),
      officeWrites('client', 'Ann', { category: 'Both' }),
      syncs(),
      writes('client', 'Ann'),
      decides('theirs'),
      syncs(),
    ],
  },
  {
    name: 'an edit of a client that the office deleted makes it anew',
    servers: both,
    steps: [...sentClient, writes('client', 'Ann'), officeRemoves('client', 'Ann'), syncs(), decides('mine'), syncs()],
  },
  {
    name: 'a deletion of a client that the office changed is decided for keeping',
    servers: both,
    steps: [
      ...sentClient,
      deletes('client', 'Ann'),
      waits(undoMs),
      officeWrites('client', 'Ann', { phone_number: '555' }),
      syncs(),
      decides('theirs'),
      syncs(),
    ],
  },
  {
    name: 'a refused client is mended and goes with its edits',
    servers: both,
    steps: [
      meets('POST crm/', refused),
      adds('client', 'Ann'),
      syncs(),
      changes('client', 'Ann', { phone_number: '555' }),
      writes('client', 'Ann'),
      syncs(),
    ],
  },
  {
    name: 'a refused client is tried again from the Outbox',
    servers: both,
    steps: [meets('POST crm/', refused), adds('client', 'Ann'), syncs(), decides('retry'), syncs()],
  },
  {
    name: 'a refused property is discarded by name, with the listing made for it',
    servers: both,
    steps: [meets('POST properties/', refused), ...offer, adds('client', 'Ann'), syncs(), decides('discard'), syncs()],
  },
  {
    name: 'a waiting edit is pushed by hand before its time',
    servers: both,
    steps: [
      ...sentClient,
      meets('PATCH', { status: 500 }),
      writes('client', 'Ann'),
      syncs(),
      retries('unknown'),
      syncs(),
    ],
  },
  {
    name: 'a client that may exist is linked to the one on the server',
    servers: plain,
    steps: [
      meets('POST crm/', 'lost-answer'),
      ...sentClient,
      // Somebody changes it before this device looks, so that it is alike only in part.
      officeWrites('client', 'Ann', { phone_number: '555', category: 'Both' }),
      waits(61_000),
      syncs(),
      decides('retry'),
      writes('client', 'Ann'),
      syncs(),
    ],
  },
]
