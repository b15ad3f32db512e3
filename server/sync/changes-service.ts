import type { Kysely } from 'kysely'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import { splitKnownHistory, type Change, type ChangePage } from '#core/contract/sync-protocol.ts'
import { isSameHistory, readHistoryPosition } from '#server/database/known-history-query.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Outcome } from '#server/http/outcome.ts'
import { readAvailableListings } from '#server/listings/available-listings-repository.ts'
import { problem } from '#server/problem-responses.ts'
import { readProperties } from '#server/properties/properties-repository.ts'
import type { OwnKind } from '#server/records/own-kind.ts'
import { ownKinds } from '#server/records/own-kinds.ts'
import { readOwn } from '#server/records/own-records.ts'
import type { Services } from '#server/services.ts'
import { ownChangesAfter, sharedChangesAfter } from './changes-repository.ts'
import { firstCursor, lastRank, readCursor, readKnownHistory, writeCursor, type Cursor } from './cursor.ts'

/** Returns the changes after a cursor (without one, from the start); 410 if the client cannot continue from its cursor. */
export async function changesSince(
  { database }: Pick<Services, 'database'>,
  agentId: number,
  { cursor: text, limit }: { cursor: string; limit: number },
): Promise<Outcome> {
  const position = splitKnownHistory(text).cursor
  const cursor = position === '' ? firstCursor(agentId) : readCursor(position)
  const known = text === '' ? null : readKnownHistory(text)
  if (cursor === null || cursor.agentId !== agentId) return cursorTooOld()
  // One snapshot, because rows, versions and the end of the feed belong together.
  const page = await database.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const isSame = known === null || (await isSameHistory(trx, agentId, known.history))
      return isSame ? readPage(trx, cursor, limit) : null
    })
  if (page === null) return cursorTooOld()
  const body: ChangePage = { changes: page.changes, cursor: writeCursor(page.cursor), has_more: page.hasMore }
  return { status: 200, body, headers: {} }
}

/** A restore replaced the cursor's history, or the cursor is older than the stored tokens and tombstones. The client reads all records again. */
function cursorTooOld(): Outcome {
  return problem(410, 'cursor_too_old', 'This cursor is invalid or has expired. Please start again without one.')
}

type Page = { changes: Change[]; cursor: Cursor; hasMore: boolean }

/** The most characters of JSON in a page. 500 typical records need half of it. */
const maxCharacters = 1024 * 1024

/** Returns how many of the changes fit in `characters`; at least one. */
function countWithin(changes: readonly Change[], characters: number): number {
  let length = 0
  const beyond = changes.findIndex((change, index) => {
    length += JSON.stringify(change).length
    return index > 0 && length > characters
  })
  return beyond < 0 ? changes.length : beyond
}

async function readPage(trx: Kysely<Tables>, cursor: Cursor, limit: number): Promise<Page> {
  const { agentId } = cursor
  const seen = await readHistoryPosition(trx, agentId)
  // The agent's own records come first, because the first screen needs them. It needs no shared records: listings contain their property.
  const own = await ownChangesAfter(trx, agentId, cursor.own, limit)
  const left = limit - own.length
  const shared = left === 0 ? [] : await sharedChangesAfter(trx, agentId, cursor.shared, left)
  const lastShared = shared.at(-1)
  const changes = await withRecords(trx, agentId, [...own, ...shared])
  const fitting = countWithin(changes, maxCharacters)
  if (fitting < changes.length) return readPage(trx, cursor, fitting)
  return {
    changes,
    cursor: {
      agentId,
      seen,
      // After the last own record, the position is behind all ranks (kinds) of the newest version.
      own: own.length < limit ? { version: seen.version, rank: lastRank, id: 0 } : ownPosition(own.at(-1)!),
      // The cursor never passes the last row that was read: after a crash, PostgreSQL may reuse transaction numbers that were never written.
      shared:
        lastShared === undefined
          ? cursor.shared
          : { transaction: lastShared.transaction, rank: lastShared.rank, id: lastShared.id },
    },
    hasMore: shared.length === left,
  }
}

function ownPosition({ version, rank, id }: { version: number; rank: number; id: number }): Cursor['own'] {
  return { version, rank, id }
}

/** A change in the feed, without the record. */
type Sent = { entity: string; recordId: number; version: number; deleted: boolean }

/** Adds to each change the record as it is now; null if it is deleted. */
async function withRecords(trx: Kysely<Tables>, agentId: number, sent: readonly Sent[]): Promise<Change[]> {
  const idsOf = (entity: EntityName) =>
    sent.filter((change) => change.entity === entity && !change.deleted).map((change) => change.recordId)
  const own = {} as Record<keyof typeof ownKinds, { id: number }[]>
  for (const [entity, kind] of Object.entries(ownKinds) as [keyof typeof ownKinds, OwnKind][]) {
    own[entity] = await readOwn(trx, kind, agentId, idsOf(entity))
  }
  const records: Record<EntityName, { id: number }[]> = {
    ...own,
    property: await readProperties(trx, agentId, idsOf('property')),
    available_listing: await readAvailableListings(trx, idsOf('available_listing')),
  }
  const recordsByKey = new Map(
    Object.entries(records).flatMap(([entity, list]) => list.map((record) => [`${entity} ${record.id}`, record])),
  )
  return sent.map(({ entity, recordId, version, deleted }) => ({
    entity,
    id: recordId,
    version,
    deleted,
    record: deleted ? null : (recordsByKey.get(`${entity} ${recordId}`) ?? null),
  }))
}
