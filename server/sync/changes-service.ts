import type { Kysely } from 'kysely'
import type { Change, ChangePage } from '#core/contract/sync-protocol.ts'
import { readAppointments } from '#server/appointments/appointments-repository.ts'
import { readClients } from '#server/clients/clients-repository.ts'
import { renewEpoch } from '#server/database/renew-epoch.ts'
import { readSetting } from '#server/database/settings.ts'
import type { Tables } from '#server/database/tables.ts'
import { tombstoneRetentionDays } from '#server/housekeeping.ts'
import type { Outcome } from '#server/http/outcome.ts'
import { readAvailableListings } from '#server/listings/available-listings-repository.ts'
import { readListingImages } from '#server/listings/listing-images-repository.ts'
import { readListings } from '#server/listings/listings-repository.ts'
import { readVisits } from '#server/open-houses/open-house-visits-repository.ts'
import { readOpenHouses } from '#server/open-houses/open-houses-repository.ts'
import { problem } from '#server/problem-responses.ts'
import { readProperties } from '#server/properties/properties-repository.ts'
import type { Services } from '#server/services.ts'
import { readShowings } from '#server/showings/showings-repository.ts'
import { readTours } from '#server/tours/tours-repository.ts'
import { ownChangesAfter, readFeedEnd, sharedChangesAfter } from './changes-repository.ts'
import { firstCursor, readCursor, writeCursor, type Cursor } from './cursor.ts'

const dayMs = 86_400_000

/** The changes behind a cursor, or behind nothing; 410 when the cursor is of no use any more. */
export async function changesSince(
  { database, secret }: Services,
  agentId: number,
  { cursor: text, limit }: { cursor: string; limit: number },
  now: number = Date.now(),
): Promise<Outcome> {
  const epoch = await readSetting(database.db, 'epoch')
  const cursor = text === '' ? firstCursor(agentId, epoch, now) : readCursor(secret, text)
  if (cursor === null || !isOfUse(cursor, { agentId, epoch, now })) return startAnew(epoch)
  // One snapshot for everything: rows, versions and the end of the feed belong together.
  const page = await database.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((trx) => readPage(trx, cursor, limit))
  if (page === 'ahead') return startAnew(await renewEpoch(database.db, epoch))
  const body: ChangePage = {
    changes: page.changes,
    cursor: writeCursor(secret, { ...page.cursor, issuedAt: now }),
    has_more: page.hasMore,
  }
  return { status: 200, body, headers: {} }
}

function isOfUse(cursor: Cursor, { agentId, epoch, now }: { agentId: number; epoch: string; now: number }): boolean {
  // Older than the tombstones: what was deleted meanwhile may have been forgotten.
  const isTooOld = now - cursor.issuedAt > tombstoneRetentionDays * dayMs
  return cursor.agentId === agentId && cursor.epoch === epoch && !isTooOld
}

/** The client fetches everything again and offers what it had sent in the other epoch once more. */
function startAnew(epoch: string): Outcome {
  return problem(410, 'cursor_too_old', 'This cursor cannot be continued. Please start without one.', {
    fields: { epoch },
  })
}

type Page = { changes: Change[]; cursor: Cursor; hasMore: boolean }

async function readPage(trx: Kysely<Tables>, cursor: Cursor, limit: number): Promise<Page | 'ahead'> {
  const { agentId } = cursor
  const end = await readFeedEnd(trx, agentId)
  // A device knows of changes that the database does not have: it was restored from a backup.
  const isAhead = cursor.own.version > end.version || BigInt(cursor.shared.transaction) >= BigInt(end.transaction)
  if (isAhead) return 'ahead'

  // Own records first, because they make the first screen; they bring their property along.
  const own = await ownChangesAfter(trx, agentId, cursor.own, limit)
  const room = limit - own.length
  const shared = room === 0 ? [] : await sharedChangesAfter(trx, agentId, cursor.shared, room)
  const lastShared = shared.at(-1)
  return {
    changes: await withRecords(trx, agentId, [...own, ...shared]),
    cursor: {
      ...cursor,
      own: own.length < limit ? { version: end.version, rank: lastRank, id: 0 } : placeOf(own.at(-1)!),
      // Never beyond a row that was read: after a crash PostgreSQL gives unused transaction numbers out again.
      shared:
        lastShared === undefined
          ? cursor.shared
          : { transaction: lastShared.transaction, rank: lastShared.rank, id: lastShared.id },
    },
    hasMore: shared.length === room,
  }
}

/** Behind every record of a version. */
const lastRank = 99

function placeOf({ version, rank, id }: { version: number; rank: number; id: number }): Cursor['own'] {
  return { version, rank, id }
}

type Sent = { entity: string; recordId: number; version: number; deleted: boolean }

/** Each change with its record as the REST call answers it. */
async function withRecords(trx: Kysely<Tables>, agentId: number, sent: readonly Sent[]): Promise<Change[]> {
  const idsOf = (entity: string) =>
    sent.filter((change) => change.entity === entity && !change.deleted).map((change) => change.recordId)
  const records: Record<string, { id: number }[]> = {
    client: await readClients(trx, agentId, idsOf('client')),
    listing: await readListings(trx, agentId, idsOf('listing')),
    listing_image: await readListingImages(trx, agentId, idsOf('listing_image')),
    open_house: await readOpenHouses(trx, agentId, idsOf('open_house')),
    showing: await readShowings(trx, agentId, idsOf('showing')),
    open_house_visit: await readVisits(trx, agentId, idsOf('open_house_visit')),
    appointment: await readAppointments(trx, agentId, idsOf('appointment')),
    tour: await readTours(trx, agentId, idsOf('tour')),
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
