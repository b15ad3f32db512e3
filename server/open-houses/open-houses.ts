import { sql } from 'kysely'
import { newOpenHouseSchema, openHouseChangesSchema, type OpenHouse } from '#core/contract/open-house.ts'
import { openHouse } from '#core/kinds/open-house-kind.ts'
import { jsonStrings } from '#server/database/json-text.ts'
import { wholeListQuerySchema } from '#server/http/whole-list-query.ts'
import { listingChild } from '#server/listings/listing-child.ts'
import { listedByOf } from '#server/listings/owns-listing.ts'
import { invalid } from '#server/problem-responses.ts'
import { standardKind, recordJson, type OwnRecord } from '#server/records/own-kind.ts'

const { fields, kind } = listingChild('open_houses')

export const openHouses = standardKind<OpenHouse & OwnRecord>()('open_house', {
  ...kind,
  idName: 'open_house_id',
  words: {
    tag: 'open houses',
    one: 'an open house',
    many: 'open houses',
    list: 'List the open houses of a listing, earliest first',
    createSuffix: ' for a listing',
  },
  record: recordJson('open_houses', { ...fields, ...jsonStrings(openHouse.fields) }),
  schema: newOpenHouseSchema,
  changes: openHouseChangesSchema,
  async beforeAdding(trx, { agentId }, _openHouse, [listing = 0]) {
    const broker = await listedByOf(trx, agentId, listing)
    return broker
      ? invalid({ listing: ['Another broker lists this home, so you cannot hold an open house here.'] })
      : undefined
  },
  list: { query: wholeListQuerySchema, orderBy: () => sql`date, start_time, id` },
  // Visits are deleted with their open house; `visits` is their name in the `X-Deleted-Children` header.
  deletedWithRecord: { visits: (id) => sql`select version from open_house_visits where open_house_id = ${id}` },
})
