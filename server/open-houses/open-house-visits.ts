import { sql, type Kysely } from 'kysely'
import {
  newOpenHouseVisitSchema,
  openHouseVisitChangesSchema,
  type NewOpenHouseVisit,
  type OpenHouseVisit,
} from '#core/contract/open-house-visit.ts'
import { mergeSignIns } from '#core/domain/visits/visit-rules.ts'
import {
  withJsonSchema,
  jsonAs,
  jsonInteger,
  jsonIntegerOrNull,
  jsonInstant,
  jsonString,
} from '#server/database/json-text.ts'
import { jsonbText } from '#server/database/jsonb-text.ts'
import type { Tables } from '#server/database/tables.ts'
import { schemaOfOutput } from '#server/http/description/json-schemas.ts'
import { answered, type Outcome } from '#server/http/outcome.ts'
import { wholeListQuerySchema, type WholeListQuery } from '#server/http/whole-list-query.ts'
import { ownsListing } from '#server/listings/owns-listing.ts'
import { invalid, notFound } from '#server/problem-responses.ts'
import { standardKind, recordJson, type OwnRecord, type StandardKind } from '#server/records/own-kind.ts'
import { findOwn, readOwnWhere, updateOwn } from '#server/records/own-records.ts'
import { openHouses } from './open-houses.ts'

type Visit = OpenHouseVisit & OwnRecord

/** Adding a visitor with the email of another one merges the two, so that sign-ins on two tablets at one door create one visitor. */
export const openHouseVisits: StandardKind<Visit, NewOpenHouseVisit, WholeListQuery> = standardKind<Visit>()(
  'open_house_visit',
  {
    idName: 'visit_id',
    // A kiosk receives only what the visitor entered, not the details of an earlier sign-in or the agent's follow-up.
    answerToVisitors: (record, { name, phone_number, consents }) => {
      return { ...record, name, phone_number, consents, client: null, follow_up: '' }
    },
    words: {
      tag: 'open house visits',
      one: 'a visitor',
      many: 'visitors',
      list: 'List the visitors to a listing’s open houses',
      createSuffix: ' for an open house',
      existingAnswer: 'The visitor who had already signed in with this email, completed with the new details',
    },
    record: recordJson('open_house_visits', {
      listing: withJsonSchema(
        sql<string>`(select listing_id from open_houses where open_houses.id = open_house_visits.open_house_id)`,
        { type: 'integer' },
      ),
      open_house: jsonInteger('open_house_visits.open_house_id'),
      client_email: jsonString,
      client: jsonIntegerOrNull,
      name: jsonString,
      phone_number: jsonString,
      consents: jsonAs(schemaOfOutput(newOpenHouseVisitSchema.entries.consents)),
      signed_in_at: jsonInstant,
      follow_up: jsonString,
    }),
    schema: newOpenHouseVisitSchema,
    changes: openHouseVisitChangesSchema,
    ofListing: (listing) => sql`open_house_id in (select id from open_houses where listing_id = ${listing})`,
    nullIfMissing: { client: 'clients' },
    columnsOf: ({ open_house, client_email, client, name, phone_number, consents, signed_in_at, follow_up }) => ({
      open_house_id: open_house,
      client_email,
      client,
      name,
      phone_number,
      consents: jsonbText(consents),
      signed_in_at,
      follow_up,
    }),
    list: { query: wholeListQuerySchema, orderBy: () => sql`id` },
    async beforeAdding(trx, context, visit, idsInUrl) {
      const { agentId } = context
      const [listing = 0] = idsInUrl
      if (!(await ownsListing(trx, agentId, listing))) return notFound()
      if (!(await isOpenHouseOf(trx, agentId, listing, visit))) return notOpenHouseOfListing()
      const known = await findVisitorWithEmail(trx, agentId, visit)
      if (known === undefined) return undefined
      const merged = mergeSignIns(known, visit)
      if (JSON.stringify(merged) === JSON.stringify(known)) return answered(known)
      return answered(await updateOwn(trx, context, openHouseVisits, [listing, known.id], merged))
    },
    async beforeChanging(trx, { agentId }, visit, current) {
      if (!(await isOpenHouseOf(trx, agentId, current.listing, visit))) return notOpenHouseOfListing()
      const other = await findVisitorWithEmail(trx, agentId, visit)
      if (other === undefined || other.id === current.id) return undefined
      return invalid({ client_email: ['Another visitor to this open house already has this email.'] })
    },
  },
)

async function isOpenHouseOf(db: Kysely<Tables>, agentId: number, listing: number, { open_house }: NewOpenHouseVisit) {
  return (await findOwn(db, openHouses, agentId, [listing, open_house])) !== undefined
}

function notOpenHouseOfListing(): Outcome {
  return invalid({ open_house: ['Choose an open house of this listing.'] })
}

/** Returns the visitor of the same open house with the same email, whatever its case. */
async function findVisitorWithEmail(
  db: Kysely<Tables>,
  agentId: number,
  { open_house, client_email }: NewOpenHouseVisit,
): Promise<Visit | undefined> {
  const condition = sql`open_house_id = ${open_house} and lower(client_email) = lower(${client_email})`
  const [known] = await readOwnWhere(db, openHouseVisits, agentId, condition)
  return known
}
