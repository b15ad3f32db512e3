import type { Story } from '../sweep.ts'
import { addClient, addListing, addPhoto, addProperty, addShowing, both, referenceTo } from './acting.ts'

export const making: Story[] = [
  {
    name: 'a client is made and sent',
    servers: both,
    steps: [({ device }) => addClient(device.tab, 'Ann'), ({ device }) => device.tab.sync()],
  },
  {
    name: 'three clients are made offline and sent side by side',
    servers: both,
    steps: [
      ({ device }) => {
        device.network.isOnline = false
      },
      async ({ device }) => {
        for (const record of ['Ann', 'Ben', 'Cat']) await addClient(device.tab, record)
      },
      ({ device }) => device.tab.sync(),
      ({ device }) => {
        device.network.isOnline = true
      },
      ({ device }) => device.tab.sync(),
    ],
  },
  {
    name: 'a property and its listing are made, then edited, then sent',
    servers: both,
    steps: [
      ({ device }) => addProperty(device.tab, 'home'),
      (world) => addListing(world, world.device.tab, 'offer', 'home'),
      ({ device }) => device.tab.write('listing', 'offer', 'description'),
      ({ device }) => device.tab.sync(),
    ],
  },
  {
    name: 'a listing goes with three photos',
    servers: ['ours'],
    steps: [
      ({ device }) => addProperty(device.tab, 'home'),
      (world) => addListing(world, world.device.tab, 'offer', 'home'),
      async (world) => {
        for (const record of ['front', 'garden', 'bath']) await addPhoto(world, world.device.tab, record, 'offer')
      },
      ({ device }) => device.tab.sync(),
    ],
  },
  {
    name: 'a listing goes with its main photo in its own chain',
    servers: ['plain'],
    steps: [
      ({ device }) => addProperty(device.tab, 'home'),
      (world) => addListing(world, world.device.tab, 'offer', 'home'),
      (world) => addPhoto(world, world.device.tab, 'front', 'offer'),
      ({ device }) => device.tab.write('listing', 'offer', 'description'),
      ({ device }) => device.tab.sync(),
    ],
  },
  {
    name: 'a showing is booked for a listing that is not sent yet',
    servers: both,
    steps: [
      ({ device }) => addProperty(device.tab, 'home'),
      (world) => addListing(world, world.device.tab, 'offer', 'home'),
      (world) => addShowing(world, world.device.tab, 'viewing', 'offer'),
      ({ device }) => device.tab.sync(),
    ],
  },
  {
    name: 'visitors sign in at an open house before it is sent',
    servers: ['ours'],
    steps: [
      ({ device }) => addProperty(device.tab, 'home'),
      (world) => addListing(world, world.device.tab, 'offer', 'home'),
      async ({ device }) => {
        const references = { listing: await referenceTo(device, 'listing', 'offer') }
        const times = { date: '2026-11-22', end_time: '16:00:00' }
        // An open house holds no text, so its time tells it.
        await device.tab.create('open_house', 'open day', (word) => ({ ...times, start_time: word }), {
          references,
          below: 'offer',
        })
      },
      async ({ device }) => {
        const references = {
          listing: await referenceTo(device, 'listing', 'offer'),
          open_house: await referenceTo(device, 'open_house', 'open day'),
        }
        for (const record of ['Jo', 'Sam']) {
          await device.tab.create('open_house_visit', record, (word) => ({ name: word, consents: [] }), {
            references,
            below: 'offer',
          })
        }
      },
      ({ device }) => device.tab.sync(),
    ],
  },
  {
    name: 'a tour names listings that are not sent yet',
    servers: both,
    steps: [
      ({ device }) => addProperty(device.tab, 'home'),
      (world) => addListing(world, world.device.tab, 'one', 'home'),
      (world) => addListing(world, world.device.tab, 'two', 'home'),
      async ({ device }) => {
        const listings = [await referenceTo(device, 'listing', 'one'), await referenceTo(device, 'listing', 'two')]
        await device.tab.create('tour', 'round', (word) => ({
          client_email: `${word}@example.com`,
          tour_date: '2026-11-23',
          start_time: '09:00:00',
          end_time: '17:00:00',
          selected_listings: listings.map(({ key }) => key),
          preferences: {},
          planning: 'best',
        }))
      },
      ({ device }) => device.tab.sync(),
    ],
  },
  {
    name: 'the answer to a create is lost after the server did it',
    servers: both,
    steps: [
      ({ device }) => device.network.next('POST crm/', 'lost-answer'),
      ({ device }) => addClient(device.tab, 'Ann'),
      ({ device }) => device.tab.sync(),
      ({ device }) => device.tab.write('client', 'Ann', 'notes'),
      ({ clock }) => clock.sleep(61_000),
      ({ device }) => device.tab.sync(),
    ],
  },
  {
    name: 'a create is lost on its way',
    servers: both,
    steps: [
      ({ device }) => device.network.next('POST crm/', 'lost-request'),
      ({ device }) => addClient(device.tab, 'Ann'),
      ({ device }) => device.tab.sync(),
      ({ clock }) => clock.sleep(61_000),
      ({ device }) => device.tab.sync(),
    ],
  },
  {
    name: 'a create is confirmed without a body',
    servers: ['ours'],
    steps: [
      ({ server }) => {
        server.answersBare = true
      },
      ({ device }) => addClient(device.tab, 'Ann'),
      ({ device }) => device.tab.write('client', 'Ann', 'notes'),
      ({ device }) => device.tab.sync(),
      ({ server }) => {
        server.answersBare = false
      },
    ],
  },
]
