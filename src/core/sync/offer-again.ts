import { addOperation } from './add-operation.ts'
import { type EntityName, declarations } from './entities.ts'
import { groupBy } from './groups.ts'
import type { Fields } from './json.ts'
import { idOfKey } from './keys.ts'
import { bothTexts } from './merge.ts'
import { newOperation } from './new-operation.ts'
import type { JournalEntry, LocalKey, Operation } from './operation.ts'
import type { ReplicaTransaction, Row, SyncPorts } from './ports.ts'
import { rebase } from './rebase.ts'
import { ownRefusal } from './refusals.ts'
import { isSameValue } from './same-value.ts'
import { withoutKey, versionOf } from './compose-row.ts'

const journalDays = 30
export const journalMs = journalDays * 24 * 3_600_000

/**
 * After the server was restored from a backup: what it had confirmed to this device and has lost is offered again, for the
 * agent to send or to discard (fault C19). A record that was changed there since our write is left alone.
 */
export async function offerAgain(
  store: ReplicaTransaction,
  { replica, clock, ids }: Pick<SyncPorts, 'replica' | 'clock' | 'ids'>,
  /** The keys that the server still has. */
  found: Map<EntityName, Set<LocalKey>>,
): Promise<number> {
  const now = clock.now()
  const asked: Asked = { owner: replica.owner, found, now, newOpId: ids.uuid }
  const entries = await store.journalSince(now - journalMs)
  const told = entries.filter(({ note }) => note === 'sent' || note === 'merged' || note === 'adopted')
  let offered = 0
  for (const [, history] of groupBy(told, ({ entity, key }) => `${entity} ${key}`)) {
    if (await offerRecord(store, history, asked)) offered += 1
  }
  return offered
}

type Asked = { owner: string; found: Map<EntityName, Set<LocalKey>>; now: number; newOpId: () => string }

async function offerRecord(
  store: ReplicaTransaction,
  history: JournalEntry[],
  { owner, found, now, newOpId }: Asked,
): Promise<boolean> {
  const first = history[0]
  const last = history.at(-1)
  if (first === undefined || last === undefined) return false
  const { entity, key } = first
  const chain = await store.chain(entity, key)
  // What waits for a record of the agent's own needs no offer where the record is made or deleted by it.
  if (chain.length > 0 && (last.kind === 'delete' || chain.some(({ kind }) => kind !== 'update'))) return false
  const row = await store.row(entity, key)
  // Edits that wait for a record which the server has lost go along with it.
  const told = [...history, ...chain]
  const changes: Fields = Object.assign({}, ...told.map((one) => one.changes))
  const references = Object.assign({}, ...told.map((one) => one.references)) as JournalEntry['references']
  const files = Object.assign({}, ...told.map((one) => one.files)) as JournalEntry['files']
  const parts = { owner, opId: last.opId, entity, key, madeAt: last.madeAt }
  const base = found.get(entity)?.has(key) === true ? await serverCopy(store, entity, key, row) : undefined

  if (last.kind === 'delete') {
    if (base === undefined || (await idOfKey(store, entity, key)) === null) return false
    await store.putBase(base)
    await offer(
      store,
      { ...parts, kind: 'delete', base: pick(base.record, declarations[entity].fields), references },
      last,
      now,
    )
  } else if (base === undefined) {
    // Made here and lost there. A record that others made and deleted is none of ours to make again.
    if (first.kind !== 'create') return false
    const { id: _, version: __, ...shown } = row === undefined ? {} : withoutKey(row)
    const create = { ...parts, opId: first.opId, kind: 'create' as const, changes, references, files, shown }
    await store.deleteOperations(chain.map(({ seq }) => seq))
    await store.deleteBase(entity, key)
    // Under the newest revision of its own name: an older one would be answered with what that one came to.
    const revision = Math.max(...history.filter(({ opId }) => opId === first.opId).map((one) => one.revision))
    await offer(store, create, { revision }, now)
  } else {
    const changedAt = base.record['updated_at']
    if (typeof changedAt === 'string' && Date.parse(changedAt) > last.settledAt) return false
    const lost = lostFields(entity, changes, base.record)
    // An edit that still waits says by itself what it wants.
    for (const waiting of chain) {
      const alsoLost = Object.keys(waiting.changes).filter((field) => field in lost)
      if (alsoLost.length > 0) await store.putOperation(withoutLostBase(waiting, alsoLost))
      for (const field of alsoLost) delete lost[field]
    }
    if (Object.keys(lost).length === 0) return false
    await store.putBase(base)
    const wasBefore = whatGivesWay(entity, lost, base.record)
    // Behind an edit that waits it comes as a new one, because it goes after that.
    const opId = chain.length > 0 ? newOpId() : last.opId
    const edit = { ...parts, opId, kind: 'update' as const, changes: lost, base: wasBefore, baseVersion: base.version }
    await offer(store, edit, last, now)
  }
  await rebase(store, entity, key)
  return true
}

/** Under the operations that wait, or the row itself. */
async function serverCopy(store: ReplicaTransaction, entity: EntityName, key: LocalKey, row: Row | undefined) {
  const under = await store.base(entity, key)
  const record = under === undefined ? row && withoutKey(row) : under.record
  const version = under === undefined ? versionOf(row) : under.version
  return record ? { entity, key, record, version } : undefined
}

/** What an edit took for the server's text, and the server has lost, is the agent's to keep: all of it is this edit's own. */
function withoutLostBase(waiting: Operation, lost: readonly string[]): Operation {
  const texts = lost.filter((field) => declarations[waiting.entity].mergeRules[field] === 'both-texts')
  return { ...waiting, base: { ...waiting.base, ...Object.fromEntries(texts.map((field) => [field, ''])) } }
}

/** What stands there otherwise than we wrote it. Texts that others went on writing keep what they wrote (fault G2). */
function lostFields(entity: EntityName, changes: Fields, now: Fields): Fields {
  const lost: Fields = {}
  for (const [field, ours] of Object.entries(changes)) {
    const theirs = now[field]
    if (theirs === undefined || isSameValue(theirs, ours)) continue
    const isText = declarations[entity].mergeRules[field] === 'both-texts'
    const both = isText && typeof ours === 'string' && typeof theirs === 'string' ? bothTexts('', ours, theirs) : ours
    const wanted = both ?? ours
    if (!isSameValue(theirs, wanted)) lost[field] = wanted
  }
  return lost
}

/** What the agent agrees to replace; nothing of a text that had no room for theirs, so that it is asked about when it goes. */
function whatGivesWay(entity: EntityName, lost: Fields, now: Fields): Fields {
  const before = pick(now, Object.keys(lost))
  for (const [field, theirs] of Object.entries(before)) {
    const [ours, rule] = [lost[field], declarations[entity].mergeRules[field]]
    const areTexts = rule === 'both-texts' && typeof ours === 'string' && typeof theirs === 'string'
    if (areTexts && !ours.includes(theirs)) before[field] = ''
  }
  return before
}

async function offer(
  store: ReplicaTransaction,
  parts: Parameters<typeof newOperation>[0],
  { revision }: Pick<JournalEntry, 'revision'>,
  now: number,
): Promise<void> {
  const message = 'The server was restored from an older copy and has lost this. Send it again?'
  const refusal = ownRefusal('server_restored', message, now)
  await addOperation(store, { ...newOperation(parts), revision, state: 'attention', refusal })
}

function pick(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.flatMap((name) => (name in fields ? [[name, fields[name] ?? null]] : [])))
}
