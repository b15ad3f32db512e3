import { composeRow } from '#core/sync/records/rebase.ts'
import type { Fields } from '#core/contract/json.ts'
import type { Operation } from '#core/sync/operation.ts'
import { isSameValue } from '#core/sync/records/same-value.ts'
import { type Kind, markOf } from '../ledger.ts'
import type { AgentName, SimulatedDevice } from '#tests/sync/world/simulated-device.ts'
import { demand } from '../violation.ts'
import { type World, recordKinds } from '../world.ts'
import { describe, holds, isStillOwed } from './saved-values.ts'

export function nothingBroke(world: World): void {
  for (const { surprises, number } of world.tablets)
    for (const error of surprises) {
      throw new Error(`The core threw on device ${number}: ${error instanceof Error ? error.stack : String(error)}`)
    }
}

/** 4. Own writes stay visible until the server has them: the row is the server's copy with waiting operations applied. */
export function ownWritesStayVisible(world: World): void {
  for (const { tablet, agent } of world.workplaces) {
    rowsAreComposed(world, tablet, agent)
    savedTextsAreShown(world, tablet, agent)
  }
}

function rowsAreComposed(world: World, tablet: SimulatedDevice, agent: AgentName): void {
  const { store } = tablet.places[agent]
  const bases = store.bases()
  const chains = new Map<string, Operation[]>()
  for (const operation of world.waiting(tablet, agent)) {
    const name = `${operation.entity} ${operation.key}`
    chains.set(name, [...(chains.get(name) ?? []), operation])
  }
  for (const { entity, key } of bases)
    demand(4, chains.has(`${entity} ${key}`), () => `${entity} ${key} keeps a base without operations`)
  for (const [name, chain] of chains) {
    const [first] = chain
    if (first === undefined) continue
    const base = bases.find(({ entity, key }) => `${entity} ${key}` === name)
    const inOrder = chain.toSorted((one, other) => one.seq - other.seq)
    const wanted = composeRow(first, base, inOrder)
    const row = store.rows(first.entity).find(({ key }) => key === first.key)
    const shows = () => `the row of ${name} shows ${JSON.stringify(row)}, not ${JSON.stringify(wanted)}`
    demand(4, isSameRow(row, wanted), shows)
  }
}

function isSameRow(row: Fields | undefined, wanted: Fields | null): boolean {
  if (row === undefined || wanted === null) return row === undefined && wanted === null
  return Object.keys({ ...row, ...wanted }).every((name) => isSameValue(row[name], wanted[name]))
}

function savedTextsAreShown(world: World, tablet: SimulatedDevice, agent: AgentName): void {
  for (const saved of world.ledger.saved) {
    const isHere = saved.agent === agent && saved.tablet === tablet.number && saved.life === tablet.places[agent].life
    if (!isHere || saved.rule !== 'text' || !isStillOwed(world, saved)) continue
    const kind = world.ledger.records.get(saved.mark)?.kind ?? 'client'
    // A create that may exist on a plain server has two rows until the agent has looked.
    const rows = world.rows(tablet, agent, kind).filter((row) => markOf(kind, row) === saved.mark)
    // A record that a restored server lost is shown again once it is offered again.
    const isShown = rows.some((row) => holds(row, saved)) || (rows.length === 0 && world.ledger.epoch > 0)
    demand(4, isShown, () => `${describe(saved)} is not shown: ${JSON.stringify(rows)}`)
  }
}

/** 5. With an empty outbox and a healthy network, every device shows what the server has. */
export function devicesAgree(world: World): void {
  for (const { tablet, agent } of world.workplaces) {
    const left = world.waiting(tablet, agent)
    demand(5, left.length === 0, () => `device ${tablet.number} still has ${JSON.stringify(left)}`)
    if (world.hasSynced(tablet, agent)) for (const kind of recordKinds) agreeOn(world, tablet, agent, kind)
  }
}

function agreeOn(world: World, tablet: SimulatedDevice, agent: AgentName, kind: Kind): void {
  const records = new Map(world.records(agent, kind).map((record) => [record['id'], record]))
  const rows = world.rows(tablet, agent, kind)
  const ids = rows.map(({ id }) => id)
  const where = `device ${tablet.number} of agent ${agent}`
  demand(5, new Set(ids).size === ids.length, () => `${where} shows a ${kind} twice: ${JSON.stringify(rows)}`)
  demand(5, ids.length === records.size && ids.every((id) => records.has(id ?? null)), () => {
    return `${where} has ${kind} ${JSON.stringify(rows)}, the server ${JSON.stringify([...records.values()])}`
  })
  for (const row of rows) {
    const record = records.get(row.id ?? null) ?? {}
    for (const field of Object.keys(record)) {
      if (['images', 'property', 'version', 'listing', 'open_house', 'client'].includes(field)) continue
      demand(5, isSameValue(row[field], record[field]), () => {
        return `${where}, ${kind} ${row.id}: ${field} is ${JSON.stringify(row[field])}, on the server ${JSON.stringify(record[field])}`
      })
    }
  }
}

/** 7. With a verified connection nothing that could be sent waits. `heal` checks this after each exchange. */
export function nothingWaitsWithoutReason(world: World, tablet: SimulatedDevice, agent: AgentName): void {
  const operations = world.waiting(tablet, agent)
  const now = tablet.now()
  for (const operation of operations) {
    const { entity, key, state, nextAt } = operation
    if (state === 'attention' || state === 'conflict' || nextAt > now) continue
    const hasReason = operations.some((other) => other !== operation && isAhead(other, operation, world.isPlain))
    demand(7, hasReason, () => `${entity} ${key} (${state}) waits for nothing on device ${tablet.number}`)
  }
}

/** Whether the other operation must be sent first. */
function isAhead(other: Operation, operation: Operation, isPlain: boolean): boolean {
  const { entity, key, seq, kind } = operation
  const refersTo = (one: Operation, to: Operation) =>
    Object.values(one.references).some((reference) => reference.entity === to.entity && reference.key === to.key)
  const isAheadInChain = other.entity === entity && other.key === key && other.seq < seq
  const isNeeded = other.kind === 'create' && refersTo(operation, other)
  const isBelow = refersTo(other, operation)
  // Without photo records, a photo is in the queue of its listing.
  const isPhotoBetween =
    isPlain && other.seq < seq && (entity === 'listing_image' || (other.entity === 'listing_image' && isBelow))
  return isAheadInChain || isNeeded || (kind === 'delete' && isBelow) || isPhotoBetween
}

/** 10. Nothing is removed by age, count or a failed parse: unreadable operations and photos are preserved. */
export function nothingIsDropped(world: World): void {
  const kept = new Set<string>()
  for (const { tablet, agent } of world.workplaces) {
    const { store } = tablet.places[agent]
    const setAside = store.unreadable().map(opIdOf)
    for (const opId of setAside)
      demand(10, world.ledger.strange.includes(opId), () => `${opId} is ours and could not be read`)
    for (const opId of [...setAside, ...store.rawOperations().map(opIdOf)]) kept.add(opId)
    const bytes = new Set(store.fileKeys())
    for (const { opId, files } of world.waiting(tablet, agent))
      for (const { blobKey } of Object.values(files))
        demand(10, bytes.has(blobKey), () => `the photo of ${opId} is gone`)
  }
  for (const opId of world.ledger.strange) demand(10, kept.has(opId), () => `${opId} is not kept any more`)
}

function opIdOf(raw: unknown): string {
  return typeof raw === 'object' && raw !== null && 'opId' in raw ? String(raw.opId) : ''
}
