import { sql, type Kysely } from 'kysely'

/** Other agents see a listing's price, so the feed sends them a new price. */
export const pricesInTheFeed = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`drop trigger listing_availability_changed on listings`.execute(db)
    await sql`create trigger listing_availability_changed before update on listings
      for each row when (old.status is distinct from new.status or old.property_id is distinct from new.property_id
        or old.price_cents is distinct from new.price_cents)
      execute function note_shared_change()`.execute(db)
    // Makes the feed send all current prices, because devices have missed earlier changes.
    await sql`update listings set changed_xid = pg_current_xact_id()
      where status in ('For Sale', 'Pending')`.execute(db)
  },
}
