import {
  adds,
  both,
  goesOffline,
  goesOnline,
  inTurn,
  meets,
  offer,
  ours,
  plain,
  sentClient,
  syncs,
  waits,
  writes,
} from '../acting.ts'
import { type Story, story } from '../story.ts'

export const making: Story[] = [
  story('a client is made and sent', both, [adds('client', 'Ann'), syncs()]),
  story('three clients are made offline and sent side by side', both, [
    goesOffline,
    inTurn(adds('client', 'Ann'), adds('client', 'Ben'), adds('client', 'Cat')),
    syncs(),
    goesOnline,
    syncs(),
  ]),
  story('a property and its listing are made, then edited, then sent', both, [
    ...offer,
    writes('listing', 'offer'),
    syncs(),
  ]),
  story('a listing goes with three photos', ours, [
    ...offer,
    inTurn(...['front', 'garden', 'bath'].map((photo) => adds('listing_image', photo, { of: 'offer' }))),
    syncs(),
  ]),
  story('a listing goes with its main photo in its own chain', plain, [
    ...offer,
    adds('listing_image', 'front', { of: 'offer' }),
    writes('listing', 'offer'),
    syncs(),
  ]),
  story('a showing is booked for a listing that is not sent yet', both, [
    ...offer,
    adds('showing', 'viewing', { of: 'offer' }),
    syncs(),
  ]),
  story('visitors sign in at an open house before it is sent', ours, [
    ...offer,
    adds('open_house', 'open day', { of: 'offer' }),
    inTurn(adds('open_house_visit', 'Jo', { of: 'open day' }), adds('open_house_visit', 'Sam', { of: 'open day' })),
    syncs(),
  ]),
  story('a tour names listings that are not sent yet', both, [
    adds('property', 'home'),
    adds('listing', 'one', { of: 'home' }),
    adds('listing', 'two', { of: 'home' }),
    adds('tour', 'round', { visits: ['one', 'two'] }),
    syncs(),
  ]),
  story('the answer to a create is lost after the server did it', both, [
    meets('POST crm/', 'lost-answer'),
    ...sentClient,
    writes('client', 'Ann'),
    waits(61_000),
    syncs(),
  ]),
  story('a create is lost on its way', both, [
    meets('POST crm/', 'lost-request'),
    ...sentClient,
    waits(61_000),
    syncs(),
  ]),
  story('a create is confirmed without a body', ours, [
    ({ account }) => {
      account.answersBare = true
    },
    adds('client', 'Ann'),
    writes('client', 'Ann'),
    syncs(),
    ({ account }) => {
      account.answersBare = false
    },
  ]),
]
