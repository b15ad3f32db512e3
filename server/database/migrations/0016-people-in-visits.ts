import { sql, type Kysely } from 'kysely'

/** `client` is not a foreign key: visits of a deleted client do not change. */
export const peopleInVisits = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const table of ['showings', 'open_house_visits', 'appointments', 'tours'])
      await sql`alter table ${sql.table(table)} add column client bigint`.execute(db)
    await sql`
      alter table showings
        add column status text not null default 'Scheduled',
        add column feedback text not null default '',
        add column interest smallint,
        add column price_opinion text`.execute(db)
  },
}
