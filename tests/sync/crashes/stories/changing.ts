import { undoMs } from '#core/sync/writing/delete-record.ts'
import type { Story } from '../sweep.ts'
import {
  adds,
  both,
  changes,
  deletes,
  isOnline,
  meets,
  offer,
  ours,
  slowly,
  syncs,
  together,
  undoes,
  waits,
  worker,
  writes,
  inTurn,
} from '../acting.ts'

const sentClient = [adds('client', 'Ann'), syncs()]

export const changing: Story[] = [
  {
    name: 'edits fold before they are sent',
    servers: both,
    steps: [
      adds('client', 'Ann'),
      writes('client', 'Ann'),
      syncs(),
      writes('client', 'Ann'),
      writes('client', 'Ann'),
      changes('client', 'Ann', { category: 'Seller' }),
      changes('client', 'Ann', { category: 'Buyer' }),
      syncs(),
    ],
  },
  {
    name: 'a client is edited while it is being sent',
    servers: both,
    steps: [
      adds('client', 'Ann'),
      slowly(
        300,
        together(syncs({ at: worker }), inTurn(waits(700), writes('client', 'Ann'), writes('client', 'Ann'))),
      ),
      syncs(),
    ],
  },
  {
    name: 'an edit is sent again after its answer was lost, and edited behind',
    servers: both,
    steps: [
      ...sentClient,
      meets('PATCH', 'lost-answer'),
      writes('client', 'Ann'),
      syncs(),
      writes('client', 'Ann'),
      waits(20_000),
      syncs(),
    ],
  },
  {
    name: 'a client is deleted before it was ever sent',
    servers: both,
    steps: [adds('client', 'Ann'), writes('client', 'Ann'), deletes('client', 'Ann'), adds('client', 'Ben'), syncs()],
  },
  {
    name: 'a deletion is undone before it is sent',
    servers: both,
    steps: [...sentClient, writes('client', 'Ann'), deletes('client', 'Ann'), undoes, syncs()],
  },
  {
    name: 'a deletion is undone too late, after it was sent',
    servers: both,
    steps: [
      ...sentClient,
      meets('DELETE', 'lost-answer'),
      deletes('client', 'Ann'),
      waits(undoMs),
      syncs(),
      undoes,
      waits(20_000),
      syncs(),
    ],
  },
  {
    name: 'a listing is deleted with its photos and its showing',
    servers: ours,
    steps: [
      ...offer,
      adds('listing_image', 'front', { of: 'offer' }),
      syncs(),
      adds('listing_image', 'garden', { of: 'offer' }),
      adds('showing', 'viewing', { of: 'offer' }),
      deletes('listing', 'offer'),
      waits(undoMs),
      syncs(),
    ],
  },
  {
    name: 'photos are told apart, renamed and removed',
    servers: ours,
    steps: [
      ...offer,
      adds('listing_image', 'front', { of: 'offer' }),
      adds('listing_image', 'garden', { of: 'offer' }),
      syncs(),
      writes('listing_image', 'garden', { field: 'caption' }),
      deletes('listing_image', 'front'),
      waits(undoMs),
      syncs(),
    ],
  },
  {
    name: 'every step of a tour is kept, none folded',
    servers: ours,
    steps: [
      adds('tour', 'round'),
      changes('tour', 'round', { status: 'in_progress' }),
      changes('tour', 'round', { steps: [{ id: 'a', kind: 'arrived', stop_id: '1', at: '09:00:00' }] }),
      changes('tour', 'round', { status: 'completed' }),
      syncs(),
    ],
  },
  {
    name: 'work waits for six weeks',
    servers: both,
    steps: [
      ...sentClient,
      isOnline(false),
      writes('client', 'Ann'),
      adds('client', 'Ben'),
      syncs(),
      waits(42 * 24 * 3_600_000),
      isOnline(true),
      syncs(),
    ],
  },
]
