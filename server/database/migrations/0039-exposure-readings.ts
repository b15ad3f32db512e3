import { sql, type Kysely } from 'kysely'

/** Every reading is stored, so that it can be undone; `exposure_figures` is now a view of the newest counts (decision 51). */
export const exposureReadings = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table exposure_readings (
        id bigint generated always as identity primary key,
        agent_id bigint not null references agents,
        version bigint not null,
        client_key text,
        listing bigint not null references listings on delete cascade,
        platform text not null,
        date date not null,
        views bigint,
        likes bigint,
        saves bigint,
        cleared jsonb not null default '[]',
        read_at timestamptz,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        constraint exposure_readings_client_key_unique unique (agent_id, client_key)
      )`.execute(db)
    await sql`create index exposure_readings_by_day on exposure_readings (listing, date)`.execute(db)
    // `read_at` is the epoch, so that any reading that still waits on a device counts as newer.
    await sql`
      insert into exposure_readings (agent_id, version, listing, platform, date, views, likes, saves, read_at)
      select listing.agent_id, 0, figure.listing_id, figure.platform, figure.date, figure.views, figure.likes, figure.saves, 'epoch'
      from exposure_figures as figure join listings as listing on listing.id = figure.listing_id`.execute(db)
    await sql`drop table exposure_figures`.execute(db)
    // A device's clock may be ahead, so `at` is not later than the arrival of this reading or of a later one.
    await sql`
      create view exposure_figures as
      select * from (
        select listing as listing_id, platform, date,
          (array_agg(views order by at desc, id desc) filter (where views is not null or cleared ? 'views'))[1] as views,
          (array_agg(likes order by at desc, id desc) filter (where likes is not null or cleared ? 'likes'))[1] as likes,
          (array_agg(saves order by at desc, id desc) filter (where saves is not null or cleared ? 'saves'))[1] as saves
        from (
          select *, least(read_at, min(created_at) over (
            partition by listing, platform, date order by id rows between current row and unbounded following)) as at
          from exposure_readings) as reading
        group by listing, platform, date) as newest
      where views is not null or likes is not null or saves is not null`.execute(db)
  },
}
