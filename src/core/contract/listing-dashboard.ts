/** One line of a chart each: as many entries as there are days, the earliest first. */
export type DailyExposure = {
  dates: string[]
  views: number[]
  likes: number[]
  saves: number[]
  /** Extension: which of the figures are recorded; the others read 0. Without it, all of them. */
  recorded?: Record<'views' | 'likes' | 'saves', boolean[]> | null
}

type WeekStatistics = {
  period: { start_date: string; end_date: string }
  statistics: {
    showings_count: number
    open_houses_count: number
    visitors_count: number
    exposure_stats: {
      /** In the order of the charts. */
      platforms: string[]
      daily_data: Record<string, DailyExposure>
    }
  }
}

/** What `listings/{id}/dashboard/` sends: the past week of one listing, today included. */
export type ListingDashboard = WeekStatistics & {
  listing_address: string
  /** Extension: the seven days before. */
  previous?: WeekStatistics | null
  /** Extension: what the listing costs after the latest of `price_changes`, in dollars. */
  listing_price?: number | null
  /** Extension: the latest first, in dollars; `at` is an instant. */
  price_changes?: PriceChange[] | null
}

export type PriceChange = { at: string; from: number; to: number }

/** So many at most. */
export const mostPriceChanges = 20
