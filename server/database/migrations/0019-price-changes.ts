import { sql, type Kysely } from 'kysely'

/** The history of listing prices, written by a trigger so that it is complete. */
export const priceChanges = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table listing_price_changes (
        id bigint generated always as identity primary key,
        listing_id bigint not null references listings on delete cascade,
        from_cents bigint not null,
        to_cents bigint not null,
        changed_at timestamptz not null default now()
      )`.execute(db)
    await sql`create index listing_price_changes_by_listing on listing_price_changes (listing_id, id)`.execute(db)
    await sql`
      create function note_price_change() returns trigger language plpgsql as $$
      begin
        insert into listing_price_changes (listing_id, from_cents, to_cents)
          values (new.id, old.price_cents, new.price_cents);
        return null;
      end $$`.execute(db)
    await sql`
      create trigger note_price_change after update of price_cents on listings for each row
        when (old.price_cents is distinct from new.price_cents) execute function note_price_change()`.execute(db)
  },
}
