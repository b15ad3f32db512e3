import {
  adds,
  both,
  meets,
  officeRemoves,
  officeWrites,
  ours,
  plain,
  secondDevice,
  sentClient,
  syncs,
  waits,
  writes,
} from '../acting.ts'
import { type Step, type Story, story } from '../story.ts'

function officeHas(count: number): Step {
  return ({ account }) => {
    for (let id = 1; id <= count; id++) account.put('client', { id, email: `${id}@example.com` })
  }
}

export const pulling: Story[] = [
  story('a new device gets what is there, then what the office changes', both, [
    officeHas(7),
    syncs(),
    ({ account }) => {
      account.put('client', { id: 3, notes: 'Changed.' })
      account.remove('client', 4)
    },
    waits(400_000),
    syncs(),
    waits(61_000),
    syncs(),
  ]),
  story('a pull lies under work that waits', both, [
    ...sentClient,
    officeWrites('client', 'Ann', { phone_number: '555' }),
    meets('PATCH', { status: 500 }),
    writes('client', 'Ann'),
    syncs(),
    syncs(),
  ]),
  story('the office deletes what another device edits', both, [
    ...sentClient,
    syncs({ at: secondDevice }),
    officeRemoves('client', 'Ann'),
    syncs(),
    syncs({ at: secondDevice }),
  ]),
  story('the server is restored from a backup and has lost confirmed work', ours, [
    ...sentClient,
    ({ world }) => world.backUp(),
    adds('client', 'Ben'),
    writes('client', 'Ann'),
    syncs(),
    ({ world }) => world.restore(),
    syncs(),
  ]),
  story('the place in the feed is too old', ours, [
    ...sentClient,
    officeWrites('client', 'Ann', { phone_number: '555' }),
    meets('GET sync/changes/', { status: 410, body: { code: 'cursor_too_old' } }),
    writes('client', 'Ann'),
    syncs(),
  ]),
  story('a plain server’s list is short by mistake', plain, [
    officeHas(5),
    syncs(),
    meets('GET crm/clients/', { status: 200, body: [] }),
    syncs(),
    waits(61_000),
    syncs(),
  ]),
]
