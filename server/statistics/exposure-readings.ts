import { exposureCountNames } from '#core/contract/exposure-counts.ts'
import { sql } from 'kysely'
import { newExposureReadingSchema, type ExposureReading, type NewExposureReading } from '#core/contract/exposure.ts'
import { jsonAs, jsonInteger, jsonIntegerOrNull, jsonInstant, jsonString } from '#server/database/json-text.ts'
import type { Outcome } from '#server/http/outcome.ts'
import { wholeListQuerySchema, type WholeListQuery } from '#server/http/whole-list-query.ts'
import { invalid } from '#server/problem-responses.ts'
import { standardKind, recordJson, type OwnRecord, type StandardKind } from '#server/records/own-kind.ts'

type Reading = ExposureReading & OwnRecord

/** Readings never change, so no `changes` are declared. */
export const exposureReadings: StandardKind<Reading, NewExposureReading, WholeListQuery> = standardKind<Reading>()(
  'exposure_reading',
  {
    words: {
      tag: 'statistics',
      one: 'an exposure reading',
      many: 'exposure readings',
      list: 'List exposure readings, oldest first',
    },
    record: recordJson('exposure_readings', {
      listing: jsonInteger,
      platform: jsonString,
      date: jsonString,
      views: jsonIntegerOrNull,
      likes: jsonIntegerOrNull,
      saves: jsonIntegerOrNull,
      cleared: jsonAs({ type: 'array', items: { type: 'string', enum: [...exposureCountNames] } }),
      read_at: jsonInstant,
    }),
    columnsOf: (whole) => ({ ...whole, cleared: JSON.stringify(whole.cleared) }),
    // In the SQL of `own-records.ts`, `needed` is the required listing.
    requiredRecord: {
      table: 'listings',
      idOf: ({ listing }) => listing,
      mayReferTo: (agentId) => sql<boolean>`needed.agent_id = ${agentId} and needed.listed_by is null`,
      refusalIfMissing: notListed,
    },
    schema: newExposureReadingSchema,
    list: { query: wholeListQuerySchema, orderBy: () => sql`id` },
  },
)

function notListed(): Outcome {
  return invalid({ listing: ['Choose one of your listings.'] })
}
