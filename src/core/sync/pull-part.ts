import type { Verdict } from './answers.ts'
import type { EntityName } from './entities.ts'
import type { Fields } from './json.ts'
import { keepPage } from './keep-page.ts'
import type { LocalKey } from './operation.ts'
import type { ReplicaTransaction, Row } from './ports.ts'
import { readList } from './read-list.ts'
import { type Sweep, isStale, removeMissing } from './remove-missing.ts'
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
  /** A record can only leave this list by being deleted. */
  isWhole: boolean
}

/** `known`: read now or not long ago. `failed`: the server answered with an error. `unanswered`: it did not answer. */
export type PartPull = 'known' | 'failed' | 'unanswered'

/** Reads a part of a list when the last reading is older than five minutes. Safe beside a running exchange. */
export async function pullPart(reading: Reading, part: ListPart): Promise<PartPull> {
  const { replica, clock, log } = reading.ports
  const last = await replica.transact('read', (store) => store.fact<Sweep>(part.fact))
  if (!isStale(last, clock.now())) return 'known'

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
        const keys = await keepPage(reading, { ...part, records: step.records })
        for (const key of keys) found.add(key)
        break
      }
      case 'complete':
        await replica.transact('refresh', async (store) => {
          const keys = (await part.rows(store)).map(({ key }) => key)
          await removeMissing(store, reading, { ...part, keys, found, isShort: true })
        })
    }
  }
  return 'known'
}

export function failureOf(verdict: Verdict): PartPull {
  if (verdict.kind === 'unknown' && verdict.status === null) return 'unanswered'
  // A pause and a missing sign-in are told by the exchange; they are no failure of this list.
  return ['not-sent', 'paused', 'needs-login', 'wrong-agent'].includes(verdict.kind) ? 'unanswered' : 'failed'
}
