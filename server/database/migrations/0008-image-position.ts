import { sql, type Kysely } from 'kysely'

/** Photos have an order that the agent chooses; existing ones keep the order in which they were added. */
export const imagePosition = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table listing_images add column position integer not null default 0`.execute(db)
    await sql`
      update listing_images as image set position = ranked.place
        from (
          select id, row_number() over (partition by listing_id order by id) - 1 as place from listing_images
        ) as ranked
        where ranked.id = image.id`.execute(db)
    await sql`alter table listing_images alter column position drop default`.execute(db)
  },
}
