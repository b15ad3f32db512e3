import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

/** For `from` or a lateral join: the property of a row of `listings`, with the listing's overrides applied. */
export function homeOf(listing: string): RawBuilder<Selectable<Tables['properties']>> {
  return sql`(
    select home.* from properties as original
    cross join lateral jsonb_populate_record(original, ${sql.ref(`${listing}.property_overrides`)}) as home
    where original.id = ${sql.ref(`${listing}.property_id`)})`
}

export const homeOfListing = () => homeOf('listing').as('property')

export function onTrue<Join extends { onTrue(): Join }>(join: Join): Join {
  return join.onTrue()
}
