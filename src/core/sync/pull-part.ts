import type { Verdict } from './answers.ts'
import { applyChanges, changeFrom } from './apply-changes.ts'
import type { EntityName } from './entities.ts'
import type { Fields } from './json.ts'
import { justSettled, lagWatch } from './lagging-copy.ts'
import type { LocalKey } from './operation.ts'
import { kindsHeldBack } from './plain-server.ts'
import type { ReplicaTransaction, Row } from './ports.ts'
import { readList } from './read-list.ts'
import { removeChildren } from './remove-children.ts'
import type { Sweep } from './remove-missing.ts'
import type { Reading } from './sending.ts'

/** One list of a plain server that holds only some records of their kind: a listing's showings, the appointments of a month. */
export type ListPart = {
  entity: EntityName
  /** Below `/api/`, with its trailing slash. */
  path: string
  query: string
  /** Under which name its last reading is remembered. */
  fact: string
  /** What its address says and its records may leave out. */
  implied: Fields
  /** The rows here that belong to it. */
  rows: (store: ReplicaTransaction) => Promise<Row[]>
}

/** `known`: read now or not long ago. `failed`: the server answered with an error. `unanswered`: it did not answer. */
export type PartPull = 'known' | 'failed' | 'unanswered'

const staleAfterMs = 5 * 60_000
const secondLookAfterMs = 60_000
const mostAtOnce = 50
const mostShare = 0.2

/** Reads a part of a list when the last reading is older than five minutes. Safe beside a running exchange. */
export async function pullPart(reading: Reading, part: ListPart): Promise<PartPull> {
  const { replica, clock, log } = reading.ports
  const last = await replica.transact('read', (store) => store.fact<Sweep>(part.fact))
  const age = last === undefined ? Infinity : Math.abs(clock.now() - last.at)
  if (age < ((last?.heldBack ?? null) === null ? staleAfterMs : secondLookAfterMs)) return 'known'

  const found = new Set<LocalKey>()
  for await (const step of readList(reading, part.path, part.query)) {
    switch (step.kind) {
      case 'failed':
        return failureOf(step.verdict)
      case 'absent':
        // A server without this call has none of them.
        return 'known'
      case 'incomplete':
        log('sync.part-incomplete', { entity: part.entity })
        await replica.transact('refresh', (store) => store.putFact(part.fact, { at: clock.now(), heldBack: null }))
        return 'known'
      case 'page': {
        const keys = await applyPage(reading, part, step.records)
        for (const key of keys) found.add(key)
        break
      }
      case 'complete':
        await replica.transact('refresh', (store) => removeOthers(store, part, found, clock.now()))
    }
  }
  return 'known'
}

export function failureOf(verdict: Verdict): PartPull {
  if (verdict.kind === 'unknown' && verdict.status === null) return 'unanswered'
  // A pause and a missing sign-in are told by the exchange; they are no failure of this list.
  return ['not-sent', 'paused', 'needs-login', 'wrong-agent'].includes(verdict.kind) ? 'unanswered' : 'failed'
}

/** Keeps what one page of a list says, and gives back the keys of its rows. */
export async function applyPage(
  { ports: { replica, clock } }: Reading,
  { entity, implied }: Pick<ListPart, 'entity' | 'implied'>,
  records: Fields[],
): Promise<Set<LocalKey>> {
  const changes = records.flatMap((record) => changeFrom(entity, { ...implied, ...record }, null) ?? [])
  return replica.transact('refresh', async (store) => {
    const heldBack = await kindsHeldBack(store)
    const applied = await applyChanges(store, changes, {
      keepsNewer: false,
      takesEmbeddedPhotos: false,
      holdsBack: (name) => heldBack.has(name),
      // Also what was confirmed while the list was on its way.
      isLagging: await lagWatch(store, clock.now()),
    })
    return applied.get(entity) ?? new Set()
  })
}

/** As `removeMissing`, among the rows of this part; a single one goes at once, because such lists are short. */
async function removeOthers(
  store: ReplicaTransaction,
  { entity, fact, rows }: ListPart,
  found: Set<LocalKey>,
  now: number,
): Promise<void> {
  const all = await rows(store)
  const busyKeys = await store.keysWithOperations(entity)
  const justConfirmed = new Set((await justSettled(store, now)).map((entry) => `${entry.entity} ${entry.key}`))
  const missing = all
    .map(({ key }) => key)
    .filter((key) => !found.has(key) && !busyKeys.has(key) && !justConfirmed.has(`${entity} ${key}`))
  const suspected = new Set((await store.fact<Sweep>(fact))?.heldBack ?? [])
  const isTooMany = missing.length > 1 && (missing.length > mostAtOnce || missing.length > all.length * mostShare)
  const removed = isTooMany ? missing.filter((key) => suspected.has(key)) : missing
  const heldBack = removed.length < missing.length ? missing.filter((key) => !suspected.has(key)) : null
  await store.putFact(fact, { at: now, heldBack })
  await store.deleteRows(entity, removed)
  for (const key of removed) await removeChildren(store, entity, key)
}
