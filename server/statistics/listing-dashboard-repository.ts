import { sql, type Kysely } from 'kysely'
import type { ExposureFigure } from '#core/contract/exposure.ts'
import { maxPriceChanges, type PriceChange } from '#core/contract/listing-dashboard.ts'
import type { Tables } from '#server/database/tables.ts'
import { homeOf } from '#server/listings/home-of-listing.ts'

export type ListingWeek = {
  listing_address: string
  listing_price: number
  showings_count: number
  open_houses_count: number
  visitors_count: number
  exposure: ExposureFigure[]
}

/** Both dates are inclusive. Undefined if the agent has no own listing with this id. Visitors count on the day of their open house. */
export async function readListingWeek(
  db: Kysely<Tables>,
  agentId: number,
  listingId: number,
  { start_date, end_date }: { start_date: string; end_date: string },
): Promise<ListingWeek | undefined> {
  const inWeek = (column: string) => sql`${sql.ref(column)} between ${start_date}::date and ${end_date}::date`
  const { rows } = await sql<ListingWeek>`
    select property.address as listing_address, listing.price_cents::float8 / 100 as listing_price,
      (select count(*) from showings as showing
        where showing.listing_id = listing.id and showing.status <> 'Cancelled'
          and ${inWeek('showing.showing_date')}) as showings_count,
      (select count(*) from open_houses as open_house
        where open_house.listing_id = listing.id and ${inWeek('open_house.date')}) as open_houses_count,
      (select count(*) from open_house_visits as visit
        join open_houses as open_house on open_house.id = visit.open_house_id
        where open_house.listing_id = listing.id and ${inWeek('open_house.date')}) as visitors_count,
      (select coalesce(json_agg(json_build_object('platform', figure.platform, 'date', figure.date,
          'views', figure.views, 'likes', figure.likes, 'saves', figure.saves)), '[]')
        from exposure_figures as figure
        where figure.listing_id = listing.id and ${inWeek('figure.date')}) as exposure
    from listings as listing cross join lateral ${homeOf('listing')} as property
    where listing.agent_id = ${agentId} and listing.id = ${listingId} and listing.listed_by is null`.execute(db)
  return rows[0]
}

/** Returns the latest changes of the listing’s price, latest first. */
export async function readPriceChanges(db: Kysely<Tables>, agentId: number, listingId: number): Promise<PriceChange[]> {
  const rows = await db
    .selectFrom('listing_price_changes as change')
    .innerJoin('listings as listing', 'listing.id', 'change.listing_id')
    .select(['change.from_cents', 'change.to_cents', 'change.changed_at'])
    .where('listing.agent_id', '=', agentId)
    .where('listing.id', '=', listingId)
    .orderBy('change.id', 'desc')
    .limit(maxPriceChanges)
    .execute()
  return rows.map(({ from_cents, to_cents, changed_at }) => ({
    at: changed_at.toISOString(),
    from: from_cents / 100,
    to: to_cents / 100,
  }))
}
