import { textOf } from '#tests/support/sync-records.ts'
import { undoMs } from '#core/sync/writing/delete-record.ts'
import {
  both,
  changes,
  decides,
  deletes,
  meets,
  offer,
  officeRemoves,
  officeWrites,
  ours,
  plain,
  retries,
  sentClient,
  syncs,
  waits,
  writes,
} from '../acting.ts'
import { type Story, story } from '../story.ts'

const refused = { status: 400, body: { email: ['No.'], code: 'invalid' } }

export const deciding: Story[] = [
  story('notes that the office wrote too keep both texts', both, [
    ...sentClient,
    writes('client', 'Ann'),
    officeWrites('client', 'Ann', (there) => ({ notes: `${textOf(there, 'notes')} From the office.` })),
    syncs(),
  ]),
  story('a price that both changed is decided for mine', both, [
    ...offer,
    syncs(),
    changes('listing', 'offer', { listing_price: 260_000 }),
    officeWrites('listing', 'offer', { listing_price: 240_000 }),
    syncs(),
    decides('mine'),
    syncs(),
  ]),
  story('a category that both changed is decided for theirs', both, [
    ...sentClient,
    changes('client', 'Ann', { category: 'Seller' }),
    officeWrites('client', 'Ann', { category: 'Both' }),
    syncs(),
    writes('client', 'Ann'),
    decides('theirs'),
    syncs(),
  ]),
  story('an edit of a client that the office deleted makes it anew', both, [
    ...sentClient,
    writes('client', 'Ann'),
    officeRemoves('client', 'Ann'),
    syncs(),
    decides('mine'),
    syncs(),
  ]),
  story('a deletion of a client that the office changed is decided for keeping', both, [
    ...sentClient,
    deletes('client', 'Ann'),
    waits(undoMs),
    officeWrites('client', 'Ann', { phone_number: '555' }),
    syncs(),
    decides('theirs'),
    syncs(),
  ]),
  story('a refused client is mended and goes with its edits', both, [
    meets('POST crm/', refused),
    ...sentClient,
    changes('client', 'Ann', { phone_number: '555' }),
    writes('client', 'Ann'),
    syncs(),
  ]),
  story('a refused client is tried again from the Outbox', both, [
    meets('POST crm/', refused),
    ...sentClient,
    decides('retry'),
    syncs(),
  ]),
  story('a refused property is discarded by name, with the listing made for it', ours, [
    meets('POST properties/', refused),
    ...offer,
    ...sentClient,
    decides('discard'),
    syncs(),
  ]),
  story('a waiting edit is pushed by hand before its time', both, [
    ...sentClient,
    meets('PATCH', { status: 500 }),
    writes('client', 'Ann'),
    syncs(),
    retries('unknown'),
    syncs(),
  ]),
  story('a client that may exist is linked to the one on the server', plain, [
    meets('POST crm/', 'lost-answer'),
    ...sentClient,
    // Changed before this device searches for it, so that only some fields match.
    officeWrites('client', 'Ann', { phone_number: '555', category: 'Both' }),
    waits(61_000),
    syncs(),
    decides('retry'),
    writes('client', 'Ann'),
    syncs(),
  ]),
]
