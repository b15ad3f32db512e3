import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import type { Database } from '#server/database/connect.ts'
import type { KnownHistory } from '#server/database/known-history-query.ts'
import type { Tables } from '#server/database/tables.ts'
import { findAndWrite, type WriteContext, type WriteOutcome, type WriteRequest } from '#server/database/write.ts'
import { answered, created, removed, type Outcome } from '#server/http/outcome.ts'
import { parseFields } from '#server/http/validation.ts'
import { hasUnreadChildren, notFound, recordDeleted } from '#server/problem-responses.ts'
import type { OwnRecord, OwnKind, StandardKind } from './own-kind.ts'

// `path` has the ids in a record's URL: its listing's, if any, then its own. Records of other agents are treated as missing.

type Db = Kysely<Tables>
type Path = readonly number[]
type SentOf<Kind> = Kind extends { sent?: infer Sent extends OwnRecord } ? Sent : never
type NewOf<Kind> = Kind extends OwnKind<infer _Sent, infer New, infer _Filter> ? New : never

/** The agent's records with these ids, in any order. */
export function readOwn<Kind extends OwnKind>(
  db: Db,
  kind: Kind,
  agentId: number,
  ids: readonly number[],
): Promise<SentOf<Kind>[]> {
  return ids.length === 0 ? Promise.resolve([]) : readOwnWhere(db, kind, agentId, sql`id = any(${ids}::bigint[])`)
}

export async function findOwn<Kind extends OwnKind>(
  db: Db,
  kind: Kind,
  agentId: number,
  path: Path,
): Promise<SentOf<Kind> | undefined> {
  const itself = sql`id = ${path.at(-1)}`
  const condition = kind.ofListing ? sql`${itself} and ${kind.ofListing(path[0]!)}` : itself
  const [record] = await readOwnWhere(db, kind, agentId, condition)
  return record
}

/** The record that an earlier revision of the same operation created; undefined if there is none. */
export async function findAlreadyCreated<Kind extends OwnKind>(
  trx: Db,
  kind: Kind,
  { agentId, clientKey }: WriteContext,
): Promise<SentOf<Kind> | undefined> {
  if (clientKey === null) return undefined
  const [record] = await readOwnWhere(trx, kind, agentId, sql`client_key = ${clientKey}`)
  return record
}

export async function readOwnWhere<Kind extends OwnKind>(
  db: Db,
  { table, record }: Kind,
  agentId: number,
  condition: RawBuilder<unknown>,
): Promise<SentOf<Kind>[]> {
  const { rows } = await sql<{ record: string }>`
    select ${record} as record from ${sql.table(table)}
    where agent_id = ${agentId} and ${condition}`.execute(db)
  return rows.map(parsed<Kind>)
}

/** Creates a record, or returns the one that an earlier revision of the same operation created. */
export function addOwn<Kind extends StandardKind>(
  database: Database,
  request: WriteRequest,
  kind: Kind,
  path: Path,
  whole: NewOf<Kind>,
): Promise<WriteOutcome> {
  return database.write(request, async (trx, context) => {
    if (kind.beforeAdding !== undefined) {
      const existing = await findAlreadyCreated(trx, kind, context)
      if (existing !== undefined) return createdOwn(kind, existing)
      const answer = await kind.beforeAdding(trx, context, whole, path)
      if (answer !== undefined) return answer
    }
    const inserted = await insertOwn(trx, context, kind, path, whole)
    return 'refusal' in inserted ? inserted.refusal : createdOwn(kind, inserted.record)
  })
}

export function createdOwn(kind: OwnKind, record: OwnRecord): Outcome {
  const parent = 'listing' in record ? String(record.listing) : ''
  return created(record, `/api${kind.path.replace(':id', parent)}${record.id}/`)
}

type Inserted<Sent> = { record: Sent; isNew: boolean } | { refusal: Outcome }

/** Inserts a record. If an earlier revision of the operation created it, returns that record unchanged, or a refusal if it has been deleted. */
export async function insertOwn<Kind extends OwnKind>(
  trx: Transaction<Tables>,
  { agentId, version, clientKey }: WriteContext,
  kind: Kind,
  path: Path,
  whole: NewOf<Kind>,
): Promise<Inserted<SentOf<Kind>>> {
  const { table, record, requiredRecord } = kind
  const columns = columnsIn({
    agent_id: agentId,
    version,
    client_key: clientKey,
    ...(kind.columnsOf?.(whole, path) ?? whole),
  })
  const needed =
    requiredRecord &&
    sql`from ${sql.table(requiredRecord.table)} as needed where needed.id = ${requiredRecord.idOf(whole, path)} and ${requiredRecord.mayReferTo(agentId)}
      for key share of needed`
  // `wasMade`: this operation has created the record before: one of its keys (its id, ":" and a revision) was answered with 201.
  const { rows } = await sql<{ record: string; isNew: boolean; wasMade: boolean }>`
    insert into ${sql.table(table)} (${sql.join(columns.map(([name]) => sql.ref(name)))})
    select ${sql.join(columns.map((column) => valueOf(kind, agentId, column)))} ${needed ?? sql``}
    on conflict (agent_id, client_key) do update set client_key = excluded.client_key
    returning ${record} as record, xmax = 0 as "isNew", exists (
      select from idempotency_keys as kept where kept.agent_id = ${agentId} and kept.status = ${201}
        and kept.key > ${clientKey}::text || ':' and kept.key < ${clientKey}::text || ';'
        and substring(kept.key from length(${clientKey}) + 2) ~ '^[0-9]+$') as "wasMade"`.execute(trx)
  const [row] = rows
  if (row === undefined) return { refusal: requiredRecord?.refusalIfMissing() ?? notFound() }
  if (row.isNew && row.wasMade) return { refusal: recordDeleted() }
  return { record: parsed<Kind>(row), isNew: row.isNew }
}

/** Changes some fields of a record; the result is validated as a whole. */
export function changeOwn(
  database: Database,
  request: WriteRequest,
  kind: StandardKind,
  path: Path,
  changes: object,
): Promise<WriteOutcome> {
  return writeOwn(database, request, kind, path, async (trx, context, current) => {
    const whole = parseFields(kind.schema, withChanges(kind, current, changes))
    const answer = await kind.beforeChanging?.(trx, context, whole, current)
    return answer ?? answered(await updateOwn(trx, context, kind, path, whole))
  })
}

/** The record with changes applied. By `dependsOn`, a field is cleared when the field that it depends on changes. */
export function withChanges<Current extends object, Changes extends object>(
  { dependsOn }: Pick<OwnKind, 'dependsOn'>,
  current: Current,
  changes: Changes,
): Current & Changes {
  const valueIn = (record: object, name: string) => (record as Record<string, unknown>)[name]
  const cleared = Object.entries(dependsOn ?? {})
    .filter(
      ([, basis]) => basis !== undefined && basis in changes && valueIn(changes, basis) !== valueIn(current, basis),
    )
    .map(([name]) => [name, null] as const)
  return { ...current, ...Object.fromEntries(cleared), ...changes }
}

/** Stores all fields of a record, which the caller has validated. */
export async function updateOwn<Kind extends OwnKind>(
  trx: Transaction<Tables>,
  { agentId, version }: WriteContext,
  kind: Kind,
  path: Path,
  whole: NewOf<Kind>,
): Promise<SentOf<Kind>> {
  const { table, record } = kind
  const columns = columnsIn({ ...(kind.columnsOf?.(whole, path) ?? whole), version })
  const { rows } = await sql<{ record: string }>`
    update ${sql.table(table)}
    set ${sql.join(columns.map((column) => sql`${sql.ref(column[0])} = ${valueOf(kind, agentId, column)}`))}, updated_at = now()
    where agent_id = ${agentId} and id = ${path.at(-1)}
    returning ${record} as record`.execute(trx)
  return parsed<Kind>(rows[0]!)
}

/** Deletes a record and its children; a trigger writes tombstones. Refused while the device has not read all children (fault G24). */
export function removeOwn(
  database: Database,
  request: WriteRequest,
  kind: OwnKind,
  path: Path,
  beforeDeleting?: (trx: Transaction<Tables>) => Promise<void>,
): Promise<WriteOutcome> {
  return writeOwn(database, request, kind, path, async (trx, context, current) => {
    const { id } = current
    const children = await readChildren(trx, kind, id, request.known)
    if (children.some(({ unread }) => unread > 0)) return hasUnreadChildren(current)
    await beforeDeleting?.(trx)
    await sql`delete from ${sql.table(kind.table)} where agent_id = ${context.agentId} and id = ${id}`.execute(trx)
    if (children.length === 0) return removed()
    // The header always lists the first kind of children, the others only if records of them were deleted.
    const listed = children.filter(({ count }, index) => index === 0 || count > 0)
    const text = listed.map(({ name, count }) => `${name}=${count}`).join(', ')
    return { ...removed(), headers: { 'x-deleted-children': text } }
  })
}

/** Counts the children of a record by kind; `unread` counts those that the device has neither pulled nor written. */
async function readChildren(
  trx: Db,
  { deletedWithRecord = {} }: OwnKind,
  id: number,
  known: KnownHistory | null,
): Promise<{ name: string; count: number; unread: number }[]> {
  const counts = Object.entries(deletedWithRecord).map(([name, versions]) => {
    const unread = known && sql`where version > ${known.readUpTo} and version <> all(${known.newest}::bigint[])`
    return sql`
      select ${sql.lit(name)} as name, count(*) as count, count(*) filter (${unread ?? sql`where false`}) as unread
      from (${versions(id)}) as child`
  })
  if (counts.length === 0) return []
  const { rows } = await sql<{ name: string; count: number; unread: number }>`
    ${sql.join(counts, sql` union all `)}`.execute(trx)
  return rows
}

/** Runs `work` on the current record; answers 404 if it is missing, and 412 if `If-Match` names another version. */
export function writeOwn<Kind extends OwnKind>(
  database: Database,
  request: WriteRequest,
  kind: Kind,
  path: Path,
  work: (trx: Transaction<Tables>, context: WriteContext, current: SentOf<Kind>) => Promise<Outcome>,
): Promise<WriteOutcome> {
  return findAndWrite(database, request, (trx, agentId) => findOwn(trx, kind, agentId, path), work)
}

type Column = [name: string, value: unknown]

function columnsIn(values: Readonly<Record<string, unknown>>): Column[] {
  return Object.entries(values).filter(([, value]) => value !== undefined)
}

function valueOf({ nullIfMissing }: OwnKind, agentId: number, [name, value]: Column): RawBuilder<unknown> {
  const table = nullIfMissing?.[name]
  if (table === undefined || value === null) return sql`${value}`
  return sql`(select its.id from ${sql.table(table)} as its where its.id = ${value} and its.agent_id = ${agentId})`
}

function parsed<Kind>({ record }: { record: string }): SentOf<Kind> {
  return JSON.parse(record) as SentOf<Kind>
}
