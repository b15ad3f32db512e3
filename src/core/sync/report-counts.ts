import * as v from 'valibot'
import { countsAnswerSchema, type DeviceCounts, mostKeysInReport } from '#core/contract/device-counts.ts'
import { headerNames } from '#core/contract/sync-protocol.ts'
import { madeFact } from './add-operation.ts'
import { isStuck } from './chains.ts'
import { idempotencyKey, type JournalEntry } from './operation.ts'
import { operationPages } from './operation-pages.ts'
import type { AbortSignalLike, ReplicaTransaction, SyncPorts } from './ports.ts'
import { readRequest } from './rest-calls.ts'
import { type ServerVerdict, verdictFact } from './server-verdict.ts'

/** Confirmed operations that the server knows nothing of, `Untraced[]`, until the agent has seen them. */
export const untracedFact = 'counts-untraced'

export type Untraced = Pick<JournalEntry, 'opId' | 'title' | 'kind' | 'entity' | 'settledAt'>

/** What was told last; moved only by an answer, so that a lost report is made up for by the next. */
const reportedFact = 'counts-reported'

type Reported = { device: string; at: number; upTo: number; confirmed: number; told: string }

const reportEveryMs = 3_600_000
/** The server keeps keys for thirty days; what is older proves nothing. */
const provableMs = 25 * 24 * 3_600_000
/** An operation that is confirmed in this moment may be written behind the reading. */
const settlesWithinMs = 60_000

type Ports = Pick<SyncPorts, 'replica' | 'server' | 'clock' | 'ids' | 'log'>

/**
 * Tells the server how many operations this device has made and had confirmed, at most once an hour and only when something
 * is new; the server compares, and names what it has no trace of (fault J12). Repeats nothing: the next report says all.
 */
export async function reportCounts({ replica, server, clock, ids, log }: Ports, stop: AbortSignalLike): Promise<void> {
  const now = clock.now()
  const report = await replica.transact('read', (store) => reportOf(store, now, ids.uuid()))
  if (report === null || stop.aborted) return
  const headers = { [headerNames.agent]: replica.owner }
  const request = { ...readRequest('sync/counts/'), method: 'POST' as const, encoding: 'json' as const, headers }
  const answer = await server.send({ ...request, fields: report.counts }, stop)
  if (stop.aborted || answer.kind !== 'answered' || answer.status !== 200) return
  const compared = v.safeParse(countsAnswerSchema, answer.body)
  if (!compared.success) return
  const missing = new Set(compared.output.missing)
  const untraced = report.entries.filter((entry) => missing.has(idempotencyKey(entry)))
  if (untraced.length > 0) log('sync.counts', { untraced: untraced.length })
  await replica.transact('write', async (store) => {
    // Another tab has told the same meanwhile.
    if (((await store.fact<Reported>(reportedFact))?.at ?? null) !== report.before) return
    await store.putFact(reportedFact, report.after)
    if (untraced.length === 0) return
    const known = (await store.fact<Untraced[]>(untracedFact)) ?? []
    await store.putFact(untracedFact, [...known, ...untraced.map(toUntraced)])
  })
}

type Report = { counts: DeviceCounts; entries: JournalEntry[]; before: number | null; after: Reported }

async function reportOf(store: ReplicaTransaction, now: number, newDevice: string): Promise<Report | null> {
  const verdict = await store.fact<ServerVerdict>(verdictFact)
  if (verdict?.kind !== 'ours' || !verdict.features.includes('counts')) return null
  const made = await store.fact<number>(madeFact)
  const before = await store.fact<Reported>(reportedFact)
  // A clock that was set back must not silence it.
  const isSoon = before !== undefined && before.at <= now && now - before.at < reportEveryMs
  if (made === undefined || isSoon) return null

  const since = Math.max(before === undefined ? 0 : before.upTo + 1, now - provableMs)
  const fresh = (await store.journalSince(since)).filter((entry) => entry.settledAt <= now - settlesWithinMs)
  const confirmed = fresh.filter(({ note }) => note === 'sent' || note === 'merged' || note === 'adopted')
  const entries = confirmed.slice(0, mostKeysInReport)
  const upTo = entries.at(-1)?.settledAt ?? before?.upTo ?? 0
  const counts: DeviceCounts = {
    device: before?.device ?? newDevice,
    made,
    confirmed: (before?.confirmed ?? 0) + entries.length,
    ...(await countUnsent(store)),
    keys: entries.filter(hasAnswer).map(idempotencyKey),
  }
  const told = JSON.stringify(counts)
  if (told === before?.told) return null
  const { device } = counts
  // What comes next differs in its keys at least.
  const after = { device, at: now, upTo, confirmed: counts.confirmed, told: JSON.stringify({ ...counts, keys: [] }) }
  return { counts, entries, before: before?.at ?? null, after }
}

async function countUnsent(store: ReplicaTransaction): Promise<Pick<DeviceCounts, 'waiting' | 'sent' | 'attention'>> {
  const counts = { waiting: 0, sent: 0, attention: 0 }
  for await (const page of operationPages(store)) {
    for (const operation of page) {
      if (isStuck(operation)) counts.attention += 1
      else counts.waiting += 1
      if (!isStuck(operation) && operation.attempt !== null) counts.sent += 1
    }
  }
  return counts
}

/** A deletion of what was gone, and what was found to be there already, have no answer under a key. */
function hasAnswer({ kind, note }: JournalEntry): boolean {
  return kind !== 'delete' && note !== 'adopted'
}

function toUntraced({ opId, title, kind, entity, settledAt }: JournalEntry): Untraced {
  return { opId, title, kind, entity, settledAt }
}
