import type { Fields } from '#core/contract/json.ts'
import { kinds } from '#core/kinds/all-kinds.ts'
import { type Kind, type KnownRecord, markOf, wordsIn } from '../ledger.ts'
import type { AgentName } from '#tests/sync/world/simulated-device.ts'
import { demand } from '../violation.ts'
import { type World, agents, recordKinds } from '../world.ts'
import { describe, holds, isStillOwed } from './saved-values.ts'

/** 1. A value that was shown as saved is on the server, or was discarded or knowingly replaced. */
export function nothingIsLost(world: World): void {
  const { ledger } = world
  for (const agent of agents) {
    const holders = recordsByMark(world, agent)
    for (const record of ledger.records.values()) {
      const { mark, kind, wasDiscarded, shouldBeGone } = record
      if (record.agent !== agent) continue
      const there = holders.get(`${kind} ${mark}`) ?? []
      if (shouldBeGone && record.remade === 0 && !wasDiscarded && !(ledger.epoch > 0 && record.wasEditedSince))
        demand(1, there.length === 0, () => `the deletion of ${kind} ${mark} was lost`)
      if (ledger.isOwed(record, world.isPlain) && !mayBeReplaced(world, record))
        demand(1, there.length > 0, () => `${kind} ${mark} was lost`)
    }
    for (const saved of ledger.saved) {
      if (saved.agent !== agent || !isStillOwed(world, saved)) continue
      const kind = ledger.records.get(saved.mark)?.kind
      const [holder] = holders.get(`${kind} ${saved.mark}`) ?? []
      if (holder === undefined) continue
      const has = holds(holder, saved)
      demand(
        1,
        has || ledger.superseded.has(saved.value),
        () => `${describe(saved)} was lost: ${JSON.stringify(holder)}`,
      )
    }
  }
}

/** A plain server stores one photo of a listing, and another one replaces it. */
function mayBeReplaced({ ledger, isPlain }: World, { kind, mark, parent }: KnownRecord): boolean {
  if (!isPlain || kind !== 'listing_image') return false
  return [...ledger.records.values()].some(
    (other) => other.kind === kind && other.parent === parent && other.mark !== mark,
  )
}

function recordsByMark(world: World, agent: AgentName): Map<string, Fields[]> {
  const byMark = new Map<string, Fields[]>()
  for (const kind of recordKinds) {
    for (const record of world.records(agent, kind)) {
      const name = `${kind} ${world.ledger.markOf(kind, record)}`
      byMark.set(name, [...(byMark.get(name) ?? []), record])
    }
  }
  return byMark
}

/** 2. Saving once creates at most one record; a second one only if the agent asked for it. */
export function nothingIsDoubled(world: World): void {
  for (const agent of agents) {
    const made = new Map<string, number>()
    for (const { method, path, fields } of world.accounts[agent].effects) {
      const kind = method === 'POST' ? kindAt(path) : null
      if (kind === null) continue
      const name = `${kind} ${markOf(kind, fields)}`
      made.set(name, (made.get(name) ?? 0) + 1)
    }
    const holders = recordsByMark(world, agent)
    for (const { kind, mark, remade, agent: owner } of world.ledger.records.values()) {
      if (owner !== agent) continue
      const name = `${kind} ${mark}`
      const times = made.get(name) ?? 0
      demand(2, times <= 1 + remade, () => `${name} was made ${times} times, ${remade} of them asked for`)
      const there = holders.get(name)?.length ?? 0
      demand(2, there <= 1 + remade, () => `${name} is there ${there} times`)
    }
  }
}

function kindAt(path: string): Kind | null {
  // A tour is created by a call below its collection.
  if (path.startsWith(kinds.tour.collection)) return 'tour'
  const collection = path.replace(/^listings\/\d+\//, 'listings/{parent}/')
  return recordKinds.find((kind) => kinds[kind].collection === collection) ?? null
}

/** 3. Operations of one record queue take effect in order. */
export function recordQueuesKeepOrder(world: World): void {
  for (const agent of agents) {
    const last = new Map<string, number>()
    for (const { method, path, key, fields } of world.accounts[agent].effects) {
      if (method === 'POST' || key === null) continue
      if (!world.ledger.savedLate.has(opIdOf(key))) inOrder(last, `${tabletOf(key)} ${path}`, madeAs(key))
      wordsInOrder(world, last, { tablet: tabletOf(key), path, fields })
    }
    if (!world.isPlain) continue
    // Without keys only the words show the order.
    for (const { request, tablet, ...arrival } of world.arrivals) {
      if (arrival.agent !== agent || arrival.status >= 300 || request.method === 'POST') continue
      if (world.ledger.linked.some((id) => request.path.endsWith(`/${id}/`))) continue
      wordsInOrder(world, last, { tablet, path: request.path, fields: request.fields })
    }
  }
}

/** By field: a conflict that was decided is sent after other fields that were saved with it and have arrived. */
function wordsInOrder(
  { ledger }: World,
  last: Map<string, number>,
  { tablet, path, fields }: { tablet: number; path: string; fields: Fields },
): void {
  for (const [field, value] of Object.entries(fields)) {
    const own = wordsIn(value).filter((word) => ledger.tabletOfWord(word) === tablet)
    const newest = Math.max(-1, ...own.map(numberOf))
    if (newest >= 0) inOrder(last, `${tablet} ${path} ${field}`, newest)
  }
}

function inOrder(last: Map<string, number>, chain: string, number: number): void {
  const before = last.get(chain) ?? -1
  demand(3, number >= before, () => `on ${chain}, what was made as ${number} came after ${before}`)
  last.set(chain, number)
}

function numberOf(word: string): number {
  return Number(/w(\d+)/.exec(word)?.[1])
}

/** Devices number their operation ids in rising order. */
function madeAs(key: string): number {
  return Number(key.slice(24, 36))
}

function opIdOf(key: string): string {
  return key.slice(0, 36)
}

function tabletOf(key: string): number {
  return Math.floor(madeAs(key) / 100_000)
}

/** 6. An operation is sent only in the account that made it. */
export function nothingIsSentForAnotherAgent(world: World): void {
  for (const { agent, from, request, status } of world.arrivals.slice(world.checked.arrivals))
    demand(6, from === agent || status >= 300, () => `agent ${from} did ${request.method} ${request.path} as ${agent}`)
  world.checked.arrivals = world.arrivals.length
  for (const agent of agents) {
    for (const { fields, path } of world.accounts[agent].effects) {
      const foreign = wordsIn(fields).find((word) => word[1] !== agent)
      demand(6, foreign === undefined, () => `${path} of agent ${agent} holds ${foreign}`)
    }
    for (const tablet of world.tablets) {
      for (const { owner, opId } of tablet.places[agent].store.operations())
        demand(6, owner === agent, () => `${opId} of ${owner} lies with agent ${agent}`)
    }
  }
}
