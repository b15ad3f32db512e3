import type { Story } from '../sweep.ts'
import { adds, both, inTurn, isOnline, meets, offer, ours, plain, syncs, waits, writes } from '../acting.ts'

export const making: Story[] = [
  { name: 'a client is made and sent', servers: both, steps: [adds('client', 'Ann'), syncs()] },
  {
    name: 'three clients are made offline and sent side by side',
    servers: both,
    steps: [
      isOnline(false),
      inTurn(adds('client', 'Ann'), adds('client', 'Ben'), adds('client', 'Cat')),
      syncs(),
      isOnline(true),
      syncs(),
    ],
  },
  {
    name: 'a property and its listing are made, then edited, then sent',
    servers: both,
    steps: [...offer, writes('listing', 'offer'), syncs()],
  },
  {
    name: 'a listing goes with three photos',
    servers: ours,
    steps: [
      ...offer,
      inTurn(...['front', 'garden', 'bath'].map((photo) => adds('listing_image', photo, { of: 'offer' }))),
      syncs(),
    ],
  },
  {
    name: 'a listing goes with its main photo in its own chain',
    servers: plain,
    steps: [...offer, adds('listing_image', 'front', { of: 'offer' }), writes('listing', 'offer'), syncs()],
  },
  {
    name: 'a showing is booked for a listing that is not sent yet',
    servers: both,
    steps: [...offer, adds('showing', 'viewing', { of: 'offer' }), syncs()],
  },
  {
    name: 'visitors sign in at an open house before it is sent',
    servers: ours,
    steps: [
      ...offer,
      adds('open_house', 'open day', { of: 'offer' }),
      inTurn(adds('open_house_visit', 'Jo', { of: 'open day' }), adds('open_house_visit', 'Sam', { of: 'open day' })),
      syncs(),
    ],
  },
  {
    name: 'a tour names listings that are not sent yet',
    servers: both,
    steps: [
      adds('property', 'home'),
      adds('listing', 'one', { of: 'home' }),
      adds('listing', 'two', { of: 'home' }),
      adds('tour', 'round', { visits: ['one', 'two'] }),
      syncs(),
    ],
  },
  {
    name: 'the answer to a create is lost after the server did it',
    servers: both,
    steps: [
      meets('POST crm/', 'lost-answer'),
      adds('client', 'Ann'),
      syncs(),
      writes('client', 'Ann'),
      waits(61_000),
      syncs(),
    ],
  },
  {
    name: 'a create is lost on its way',
    servers: both,
    steps: [meets('POST crm/', 'lost-request'), adds('client', 'Ann'), syncs(), waits(61_000), syncs()],
  },
  {
    name: 'a create is confirmed without a body',
    servers: ours,
    steps: [
      ({ account }) => {
        account.answersBare = true
      },
      adds('client', 'Ann'),
      writes('client', 'Ann'),
      syncs(),
      ({ account }) => {
        account.answersBare = false
      },
    ],
  },
]
