import * as fc from 'fast-check'
import { textOf } from '#tests/support/sync-records.ts'
import { choices, choiceValue, texts } from '../../world/contents.ts'
import { officeDeletes, officeMakes } from '../../world/office.ts'
import type { AgentName } from '#tests/sync/world/simulated-device.ts'
import { type World, agents } from '../../world/world.ts'
import { EventGroup, pickOne, which } from './chapter.ts'

/** Others write on the server, and it is backed up, restored and reconfigured. */
export const theOffice = new EventGroup()

function canOfficeWrite(world: World): boolean {
  return !world.isPlain || !world.tablets.some((one) => one.contexts().some((context) => context.running !== null))
}
const inTheOffice = fc.record({ agent: fc.constantFrom<AgentName>('1', '1', '1', '2'), kind: fc.nat(3), which })
type Office = { agent: AgentName; kind: number; which: number }
const officeKinds = ['client', 'listing', 'appointment', 'client'] as const

theOffice.define<Office>('the office writes more', {
  with: inTheOffice,
  weight: 5,
  run: (world, { agent, kind, which: number }) => {
    const entity = officeKinds[kind] ?? 'client'
    const record = pickOne(world.records(agent, entity), number)
    const field = texts[entity]
    if (record === undefined || field === undefined || !canOfficeWrite(world)) return
    const words = `${textOf(record, field)} ${world.ledger.word(agent)}`
    world.accounts[agent].put(entity, { id: Number(record['id']), [field]: words })
  },
})
theOffice.define<Office>('the office changes a field', {
  with: inTheOffice,
  weight: 5,
  run: (world, { agent, kind, which: number }) => {
    const entity = officeKinds[kind] ?? 'client'
    const record = pickOne(world.records(agent, entity), number)
    const field = choices[entity]
    if (record === undefined || field === undefined || !canOfficeWrite(world)) return
    world.ledger.supersede(record[field])
    const value = choiceValue(entity, agent, world.ledger.number())
    world.accounts[agent].put(entity, { id: Number(record['id']), [field]: value })
  },
})
theOffice.define<Office>('the office deletes', {
  with: inTheOffice,
  run: (world, { agent, kind, which: number }) => {
    const entity = officeKinds[kind] ?? 'client'
    const record = pickOne(world.records(agent, entity), number)
    if (record === undefined || !canOfficeWrite(world)) return
    officeDeletes(world, agent, entity, record)
  },
})
theOffice.define<Office>('the office makes a client', {
  with: inTheOffice,
  run: (world, { agent }) => {
    if (canOfficeWrite(world)) officeMakes(world, agent, 'client')
  },
})
theOffice.define<{ isAll: boolean }>('the server is backed up', {
  with: fc.record({ isAll: fc.boolean() }),
  run: (world) => world.backUp(),
})
theOffice.define<{ isAll: boolean }>('the server is restored from its backup', {
  with: fc.record({ isAll: fc.boolean() }),
  run: (world) => world.restore(),
})
theOffice.define<{ isBare: boolean }>('the server answers creates without a body', {
  with: fc.record({ isBare: fc.boolean() }),
  run: (world, { isBare }) => {
    for (const agent of agents) world.accounts[agent].answersBare = isBare
  },
})
theOffice.define<{ shape: 'array' | 'results' | 'pages' }>('the server gives its lists another shape', {
  with: fc.record({ shape: fc.constantFrom<'array' | 'results' | 'pages'>('array', 'results', 'pages') }),
  run: (world, { shape }) => {
    for (const agent of agents) world.accounts[agent].listShape = shape
  },
})
