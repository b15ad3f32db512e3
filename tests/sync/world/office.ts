import type { EntityName } from '#core/kinds/all-kinds.ts'
import { applyChanges } from '#core/sync/pulling/apply-changes.ts'
import type { Fields } from '#core/contract/json.ts'
import { contentsOf } from './contents.ts'
import { type Kind, markOf } from './ledger.ts'
import type { AgentName } from './simulated-device.ts'
import { onPage, type Page } from './work.ts'
import { type World, agents } from './world.ts'

/** Records that exist before any agent uses the app. */
export function furnish(world: World): void {
  for (const agent of agents) {
    officeMakes(world, agent, 'client')
    const property = officeMakes(world, agent, 'property')
    officeMakes(world, agent, 'listing', { property })
  }
}

export function officeMakes(
  { ledger, accounts }: World,
  agent: AgentName,
  kind: 'client' | 'property' | 'listing',
  more: Fields = {},
): Fields {
  const number = ledger.number()
  const { changes } = contentsOf(kind, { word: `a${agent}w${number}.`, number }, {})
  const record = accounts[agent].put(kind, { ...changes, ...more })
  ledger.record({ mark: markOf(kind, record), kind, agent, parent: null, maker: null, isSaved: true })
  return record
}

/** Adds a home as a plain server's office does, which owns its catalog. Resolves to its mark. */
export async function officeListsOne(world: World, { context }: Page): Promise<string> {
  const record = officeMakes(world, context.place.agent, 'property')
  const change = { entity: 'property' as const, id: Number(record['id']), version: null, record }
  const plain = { heldBack: new Set<EntityName>(), isLagging: () => false }
  await onPage(context, () =>
    context.ports.replica.transact('refresh', (tx) => applyChanges(tx, [change], { skipsOlderCopies: false, plain })),
  )
  return markOf('property', record)
}

export function officeDeletes(world: World, agent: AgentName, kind: Kind, record: Fields): void {
  const mark = markOf(kind, record)
  world.accounts[agent].remove(kind, Number(record['id']))
  world.noteDeletion(agent, kind, mark, { deleter: null, seen: null })
  // What an agent does to it later is not part of this deletion.
  world.ledger.keep(mark)
}
