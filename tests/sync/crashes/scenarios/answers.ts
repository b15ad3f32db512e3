import type { Fault } from '#tests/support/faulty-network.ts'
import type { Story } from '../sweep.ts'
import { addClient, addListing, addProperty, both, officeWrites } from './acting.ts'

/** A client and an edit go through one bad answer. */
function throughFault(name: string, servers: Story['servers'], call: string, fault: Fault): Story {
  return {
    name,
    servers,
    steps: [
      ({ device }) => addClient(device.tab, 'Ann'),
      ({ device }) => device.tab.sync(),
      ({ device }) => addClient(device.tab, 'Ben'),
      ({ device }) => device.tab.write('client', 'Ann', 'notes'),
      ({ device, server }) => device.network.next(server.offersBatch ? 'sync/batch/' : call, fault),
      ({ device }) => device.tab.sync(),
      ({ clock }) => clock.sleep(10_000),
      ({ device }) => device.tab.sync(),
    ],
  }
}

export const answers: Story[] = [
  throughFault('a drain is met by 401 and goes on after the sign-in', both, 'PATCH', { status: 401 }),
  throughFault('a drain is met by 429 with Retry-After', both, 'POST crm/', {
    status: 429,
    headers: { 'retry-after': '3' },
  }),
  throughFault('a drain is met by a maintenance page', both, 'PATCH', { status: 503, headers: { 'retry-after': '3' } }),
  throughFault('a portal answers a create with its page', both, 'POST crm/', { page: 200 }),
  throughFault('a proxy cuts off the answer to an edit', both, 'PATCH', 'cut-off'),
  throughFault('the anti-forgery token is renewed in mid-drain', ['ours'], 'PATCH', {
    status: 403,
    body: { code: 'csrf_failed' },
  }),
  throughFault('a server takes no PATCH', ['ours'], 'PATCH', { status: 405, body: { code: 'method_not_allowed' } }),
  {
    name: 'a record is busy and is merged round by round',
    servers: ['ours'],
    steps: [
      ({ device }) => addClient(device.tab, 'Ann'),
      ({ device }) => device.tab.sync(),
      ({ device }) => device.tab.write('client', 'Ann', 'notes'),
      (world) => officeWrites(world, 'client', 'Ann', { phone_number: '1' }),
      (world) => {
        const busy = { status: 412, body: { code: 'version_is_stale', record: recordOf(world, 'Ann') } }
        world.device.network.next('PATCH', busy, busy)
      },
      ({ device }) => device.tab.sync(),
      ({ device }) => device.tab.sync(),
    ],
  },
  {
    name: 'a property stands on the server already under another name',
    servers: ['ours'],
    goesOneByOne: true,
    steps: [
      ({ device }) => addProperty(device.tab, 'home'),
      (world) => addListing(world, world.device.tab, 'offer', 'home'),
      (world) => {
        const { server, nameWord } = world
        const address = `1 ${nameWord('home')}`
        const there = server.records('property').find((one) => one['address'] === address)
        const known = there ?? server.put('property', { address, city: 'Salem' })
        world.device.network.always('POST properties/', { status: 200, body: known })
      },
      ({ device }) => device.tab.sync(),
    ],
  },
]

function recordOf({ server, idOf }: Parameters<Story['steps'][number]>[0], record: string) {
  const id = idOf('client', record)
  return server.records('client').find((one) => one['id'] === id) ?? null
}
