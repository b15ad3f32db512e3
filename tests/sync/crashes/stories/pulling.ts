import type { Story } from '../sweep.ts'
import {
  adds,
  both,
  meets,
  officeRemoves,
  officeWrites,
  ours,
  plain,
  secondDevice,
  syncs,
  waits,
  writes,
} from '../acting.ts'
import type { Step } from '../play.ts'

const sentClient = [adds('client', 'Ann'), syncs()]

/** The office has clients numbered from one to this. */
function officeHas(count: number): Step {
  return ({ account }) => {
    for (let id = 1; id <= count; id++) account.put('client', { id, email: `${id}@example.com` })
  }
}

export const pulling: Story[] = [
  {
    name: 'a new device gets what is there, then what the office changes',
    servers: both,
    steps: [
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
    ],
  },
  {
    name: 'a pull lies under work that waits',
    servers: both,
    steps: [
      ...sentClient,
      officeWrites('client', 'Ann', { phone_number: '555' }),
      meets('PATCH', { status: 500 }),
      writes('client', 'Ann'),
      syncs(),
      syncs(),
    ],
  },
  {
    name: 'the office deletes what another device edits',
    servers: both,
    steps: [
      ...sentClient,
      syncs({ at: secondDevice }),
      officeRemoves('client', 'Ann'),
      syncs(),
      syncs({ at: secondDevice }),
    ],
  },
  {
    name: 'the server is restored from a backup and has lost confirmed work',
    servers: ours,
    steps: [
      ...sentClient,
      ({ world }) => world.backUp(),
      adds('client', 'Ben'),
      writes('client', 'Ann'),
      syncs(),
      ({ world }) => world.restore(),
      syncs(),
    ],
  },
  {
    name: 'the place in the feed is too old',
    servers: ours,
    steps: [
      ...sentClient,
      officeWrites('client', 'Ann', { phone_number: '555' }),
      meets('GET sync/changes/', { status: 410, body: { code: 'cursor_too_old' } }),
      writes('client', 'Ann'),
      syncs(),
    ],
  },
  {
    name: 'a plain server’s list is short by mistake',
    servers: plain,
    steps: [
      officeHas(5),
      syncs(),
      meets('GET crm/clients/', { status: 200, body: [] }),
      syncs(),
      waits(61_000),
      syncs(),
    ],
  },
]
