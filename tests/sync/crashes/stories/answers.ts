import type { Fault } from '#tests/support/faulty-network.ts'
import { answerCreates } from '#tests/support/sync-office.ts'
import { adds, both, meets, offer, officeWrites, ours, sentClient, syncs, waits, writes } from '../acting.ts'
import { type Story, story } from '../story.ts'

/** Sends a new client and an edit while one answer is faulty. */
function throughFault(name: string, servers: Story['servers'], call: string, fault: Fault): Story {
  return story(name, servers, [
    ...sentClient,
    adds('client', 'Ben'),
    writes('client', 'Ann'),
    (play) => meets(play.account.offersBatch ? 'sync/batch/' : call, fault)(play),
    syncs(),
    waits(10_000),
    syncs(),
  ])
}

const retryLater = { 'retry-after': '3' }

export const answers: Story[] = [
  throughFault('a drain is met by 401 and goes on after the sign-in', both, 'PATCH', { status: 401 }),
  throughFault('a drain is met by 429 with Retry-After', both, 'POST crm/', { status: 429, headers: retryLater }),
  throughFault('a drain is met by a maintenance page', both, 'PATCH', { status: 503, headers: retryLater }),
  throughFault('a portal answers a create with its page', both, 'POST crm/', { page: 200 }),
  throughFault('a proxy cuts off the answer to an edit', both, 'PATCH', 'cut-off'),
  throughFault('the anti-forgery token is renewed in mid-drain', ours, 'PATCH', {
    status: 403,
    body: { code: 'csrf_failed' },
  }),
  throughFault('a server takes no PATCH', ours, 'PATCH', { status: 405, body: { code: 'method_not_allowed' } }),
  story('a record is busy and is merged round by round', ours, [
    ...sentClient,
    writes('client', 'Ann'),
    officeWrites('client', 'Ann', { phone_number: '1' }),
    (play) => {
      const record = play.record('client', 'Ann') ?? null
      const busy = { status: 412, body: { code: 'version_is_stale', record } }
      return meets('PATCH', busy, busy)(play)
    },
    syncs(),
    syncs(),
  ]),
  story(
    'a property stands on the server already under another name',
    ours,
    [
      ...offer,
      (play) => {
        const { account, marks } = play
        const address = `1 ${marks.get('home') ?? ''}`
        const known = play.record('property', 'home') ?? account.put('property', { address, city: 'Salem' })
        answerCreates(account, 'properties/properties/', 200, known)
      },
      syncs(),
    ],
    'one by one',
  ),
]
