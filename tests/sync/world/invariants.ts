import { composeRow } from '#core/sync/records/compose-row.ts'
import type { Fields } from '#core/contract/json.ts'
import { localKeyPattern } from '#core/sync/records/keys.ts'
import type { Operation } from '#core/sync/operation.ts'
import { isSameValue } from '#core/sync/records/same-value.ts'
import { type Kind, type SavedValue, markOf, wordsIn } from './ledger.ts'
import type { Departure } from './context.ts'
import type { AgentName, Tablet } from './tablet.ts'
import { type World, agents } from './world.ts'

/*
 * The ten invariants of the sync core, each a function that throws. They look at what people were told (the ledger), at
 * what the server has and has done, and at what lies on the devices.
 */

export class Violation extends Error {
  override name = 'Violation'
  readonly invariant: number

  constructor(invariant: number, what: string) {
    super(`Invariant ${invariant}: ${what}`)
    this.invariant = invariant
  }
}

function demand(invariant: number, isKept: boolean, what: () => string): void {
  if (!isKept) throw new Violation(invariant, what())
}

const kinds: Kind[] = [
  'property',
  'client',
  'listing',
  'listing_image',
  'showing',
  'open_house',
  'open_house_visit',
  'appointment',
  'tour',
  'interaction',
  'follow_up',
]

/** After each thing that happens. */
export function checkAtOnce(world: World): void {
  nothingBroke(world)
  ownWritesStayVisible(world)
  nothingIsSentForAnotherAgent(world)
  noLocalKeyIsSent(world)
  requestsAreBounded(world)
  nothingIsDropped(world)
}

/** When the network is healthy, everything was decided and nothing waits. */
export function checkInTheEnd(world: World): void {
  checkAtOnce(world)
  nothingIsLost(world)
  nothingIsDoubled(world)
  chainsKeepTheirOrder(world)
  devicesAgree(world)
}

function nothingBroke(world: World): void {
  for (const { surprises, number } of world.tablets)
    for (const error of surprises) {
      throw new Error(`The core threw on device ${number}: ${error instanceof Error ? error.stack : String(error)}`)
    }
}

/** 1. Once the screen has said "saved", the value is on the server, or was given up by name, or replaced knowingly. */
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
      if (ledger.isOwed(record, world.isPlain) && !isReplaceable(world, kind))
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

/** A plain server has one photo of a listing, and another takes its place. */
function isReplaceable(world: World, kind: Kind): boolean {
  return world.isPlain && kind === 'listing_image'
}

function isStillOwed({ ledger, isPlain }: World, saved: SavedValue): boolean {
  const record = ledger.records.get(saved.mark)
  return record !== undefined && ledger.isOwed(record, isPlain) && !ledger.givenUp.has(saved.value)
}

function holds(record: Fields, { field, rule, value }: SavedValue): boolean {
  const now = record[field]
  return rule === 'text' ? wordsIn(now).includes(value) : isSameValue(now, value)
}

function describe({ value, mark, field, tablet }: SavedValue): string {
  return `${field} ${value} of ${mark}, saved on device ${tablet}`
}

function recordsByMark(world: World, agent: AgentName): Map<string, Fields[]> {
  const byMark = new Map<string, Fields[]>()
  for (const kind of kinds) {
    for (const record of world.records(agent, kind)) {
      const name = `${kind} ${markOf(kind, record)}`
      byMark.set(name, [...(byMark.get(name) ?? []), record])
    }
  }
  return byMark
}

/** 2. One wish to make a record makes at most one; another only when somebody asked for it in the open. */
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
      if (owner !== agent || isReplaceable(world, kind)) continue
      const name = `${kind} ${mark}`
      const times = made.get(name) ?? 0
      demand(2, times <= 1 + remade, () => `${name} was made ${times} times, ${remade} of them asked for`)
      const there = holders.get(name)?.length ?? 0
      demand(2, there <= 1 + remade, () => `${name} is there ${there} times`)
    }
  }
}

function kindAt(path: string): Kind | null {
  const known: [RegExp, Kind][] = [
    [/^crm\/clients\/$/, 'client'],
    [/^properties\/properties\/$/, 'property'],
    [/^listings\/$/, 'listing'],
    [/^listings\/\d+\/images\/$/, 'listing_image'],
    [/^listings\/\d+\/showings\/$/, 'showing'],
    [/^listings\/\d+\/open-houses\/$/, 'open_house'],
    [/^listings\/\d+\/open-house-visits\/$/, 'open_house_visit'],
    [/^scheduling\/appointments\/$/, 'appointment'],
    [/^tours\/tours\//, 'tour'],
    [/^crm\/interactions\/$/, 'interaction'],
    [/^crm\/follow-ups\/$/, 'follow_up'],
  ]
  return known.find(([pattern]) => pattern.test(path))?.[1] ?? null
}

/** 3. Operations of one chain take effect in the order they were made. */
export function chainsKeepTheirOrder(world: World): void {
  const wordsOf = new Map(world.ledger.saved.map(({ value, tablet }) => [value, tablet]))
  for (const agent of agents) {
    const last = new Map<string, number>()
    for (const effect of world.accounts[agent].effects) {
      if (effect.method === 'POST') continue
      if (effect.key !== null) inOrder(last, `${tabletOf(effect.key)} ${effect.path}`, madeAs(effect.key))
    }
    if (!world.isPlain) continue
    // Without keys the words tell whose turn it was.
    for (const { request, tablet, ...arrival } of world.arrivals) {
      if (arrival.agent !== agent || arrival.status >= 300 || request.method === 'POST') continue
      if (world.ledger.linked.some((id) => request.path.endsWith(`/${id}/`))) continue
      // By field: one that an agent decided about goes once more, after others that were saved with it and have arrived.
      for (const [field, value] of Object.entries(request.fields)) {
        const own = wordsIn(value).filter((word) => wordsOf.get(word) === tablet)
        const newest = Math.max(-1, ...own.map(numberOf))
        if (newest >= 0) inOrder(last, `${tablet} ${request.path} ${field}`, newest)
      }
    }
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

/** Devices name their operations in rising numbers. */
function madeAs(key: string): number {
  return Number(key.slice(24, 36))
}

function tabletOf(key: string): number {
  return Math.floor(madeAs(key) / 100_000)
}

/** 4. Own writes stay visible until the server's copy has them: the row is the server's copy with what waits over it. */
export function ownWritesStayVisible(world: World): void {
  for (const tablet of world.tablets) {
    for (const agent of agents) {
      const { store, life } = tablet.places[agent]
      const operations = store.operations()
      const bases = store.bases()
      const chains = new Map<string, Operation[]>()
      for (const operation of operations) {
        if (world.ledger.strange.includes(operation.opId)) continue
        const name = `${operation.entity} ${operation.key}`
        chains.set(name, [...(chains.get(name) ?? []), operation])
      }
      for (const [name, chain] of chains) {
        const [first] = chain
        if (first === undefined) continue
        const base = bases.find(({ entity, key }) => `${entity} ${key}` === name)
        const wanted = composeRow(
          first.key,
          base,
          chain.toSorted((one, other) => one.seq - other.seq),
        )
        const row = store.rows(first.entity).find(({ key }) => key === first.key)
        demand(
          4,
          isSameRow(row, wanted),
          () => `the row of ${name} shows ${JSON.stringify(row)}, not ${JSON.stringify(wanted)}`,
        )
      }
      for (const saved of world.ledger.saved) {
        const isElsewhere = saved.agent !== agent || saved.tablet !== tablet.number || saved.life !== life
        if (isElsewhere || saved.rule !== 'text') continue
        if (!isStillOwed(world, saved)) continue
        const kind = world.ledger.records.get(saved.mark)?.kind ?? 'client'
        // What may exist on a plain server, too, stands here twice until somebody has looked.
        const rows = world.rows(tablet, agent, kind).filter((row) => markOf(kind, row) === saved.mark)
        demand(
          4,
          rows.length === 0 || rows.some((row) => holds(row, saved)),
          () => `${describe(saved)} is not shown: ${JSON.stringify(rows)}`,
        )
      }
    }
  }
}

function isSameRow(row: Fields | undefined, wanted: Fields | null): boolean {
  if (row === undefined || wanted === null) return row === undefined && wanted === null
  return Object.keys({ ...row, ...wanted }).every((name) => isSameValue(row[name], wanted[name]))
}

/** 5. With the queue empty and the network healthy, every device has what the server has. */
export function devicesAgree(world: World): void {
  for (const tablet of world.tablets) {
    for (const agent of agents) {
      const { store } = tablet.places[agent]
      const left = store.operations().filter(({ opId }) => !world.ledger.strange.includes(opId))
      demand(5, left.length === 0, () => `device ${tablet.number} still has ${JSON.stringify(left)}`)
      if (!world.hasSynced(tablet, agent)) continue
      demand(
        5,
        store.bases().length === 0,
        () => `device ${tablet.number} keeps bases ${JSON.stringify(store.bases())}`,
      )
      for (const kind of kinds) agreeOn(world, tablet, agent, kind)
    }
  }
}

function agreeOn(world: World, tablet: Tablet, agent: AgentName, kind: Kind): void {
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

/** 6. An operation is only ever sent under the account that made it. */
export function nothingIsSentForAnotherAgent(world: World): void {
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

/** 7. With a verified connection nothing waits that could go: `heal` asks after each whole exchange. */
export function nothingWaitsForNothing(world: World, tablet: Tablet, agent: AgentName): void {
  const { store } = tablet.places[agent]
  const operations = store.operations().filter(({ opId }) => !world.ledger.strange.includes(opId))
  const now = tablet.now()
  const isStuck = ({ state }: Operation) => state === 'attention' || state === 'conflict'
  for (const operation of operations) {
    const { entity, key, seq, state, nextAt, opId } = operation
    if (isStuck(operation) || nextAt > now) continue
    const reasons = operations.some((other) => {
      if (other.opId === opId) return false
      const isAheadInChain = other.entity === entity && other.key === key && other.seq < seq
      const isNeeded = Object.values(operation.references).some(
        (reference) => reference.entity === other.entity && reference.key === other.key && other.kind === 'create',
      )
      const refersHere = Object.values(other.references).some(
        (reference) => reference.entity === entity && reference.key === key,
      )
      // Without photo records, a photo stands in its listing's chain.
      const isInListing = entity === 'listing_image' && other.seq < seq && world.isPlain
      const isPhotoAhead = world.isPlain && other.entity === 'listing_image' && other.seq < seq && refersHere
      return isAheadInChain || isNeeded || (operation.kind === 'delete' && refersHere) || isInListing || isPhotoAhead
    })
    demand(7, reasons, () => `${entity} ${key} (${state}) waits for nothing on device ${tablet.number}`)
  }
}

/** 8. No local key is on the wire. */
export function noLocalKeyIsSent(world: World): void {
  for (; world.checked.arrivals < world.arrivals.length; world.checked.arrivals += 1) {
    const arrival = world.arrivals[world.checked.arrivals]
    if (arrival === undefined) continue
    const { path, fields } = arrival.request
    const said = `${path} ${JSON.stringify(fields)}`
    demand(8, !localKeyPattern.test(said), () => `${said} names a local key`)
  }
}

const [mostOpen, burst, perSecond] = [6, 20, 50]

/** 9. A bounded rate: six writes open, one for each record, and no stampede after an outage. */
export function requestsAreBounded(world: World): void {
  for (const [index, { departures }] of world.tablets.entries()) {
    const from = world.checked.departures[index] ?? 0
    for (const departure of departures.slice(from)) boundedWrites(departure)
    const recent = departures.slice(Math.max(0, from - burst - perSecond))
    for (const [first, { at, by, isAfterOutage }] of recent.entries()) {
      if (!isAfterOutage) continue
      const second = recent
        .slice(first)
        .filter((other) => other.by === by && other.isAfterOutage && other.at < at + 1_000)
      demand(9, second.length <= burst + perSecond, () => `${second.length} requests in a second after an outage`)
    }
    world.checked.departures[index] = departures.length
  }
}

function boundedWrites({ method, path, openWrites }: Departure): void {
  if (method === 'GET') return
  demand(9, openWrites.length < mostOpen, () => `${openWrites.length + 1} writes open at once`)
  const target = `${path} `
  const isSameRecord = openWrites.some(
    (open) => method !== 'POST' && open.split(' ').slice(1, 2).join('') + ' ' === target,
  )
  demand(9, !isSameRecord, () => `${method} ${path} left while ${openWrites.join(', ')} were open`)
}

/** 10. Nothing is removed by age, count or a failed parse: what cannot be read is kept as it is. */
export function nothingIsDropped(world: World): void {
  if (world.ledger.strange.length === 0) return
  const kept = new Set<string>()
  for (const tablet of world.tablets) {
    for (const agent of agents) {
      const { store } = tablet.places[agent]
      for (const raw of [...store.unreadable(), ...store.operations(), ...store.rawOperations()]) {
        if (typeof raw === 'object' && raw !== null && 'opId' in raw) kept.add(String(raw.opId))
      }
    }
  }
  for (const opId of world.ledger.strange) demand(10, kept.has(opId), () => `${opId} is not kept any more`)
}
