import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

/** Returns SQL for `from` or a lateral join: the property of the row of `listing` (a table or alias), with the listing's overrides applied. */
export function homeOf(listing: string): RawBuilder<Selectable<Tables['properties']>> {
  return sql`(
    select home.* from properties as original
    cross join lateral jsonb_populate_record(original, ${sql.ref(`${listing}.property_overrides`)}) as home
    where original.id = ${sql.ref(`${listing}.property_id`)})`
}

/** For a lateral join after `listings as listing`; the home's columns are then `property.address` and so on. */
export const homeOfListing = () => homeOf('listing').as('property')

/** Adds the join condition `true`: the subquery of a lateral join already selects the right rows. */
export function onTrue<Join extends { onTrue(): Join }>(join: Join): Join {
  return join.onTrue()
}
