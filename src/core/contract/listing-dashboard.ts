// "Extension": a field that only our own server sends.

/** The series of one chart, with one entry per day, oldest first. */
export type DailyExposure = {
  dates: string[]
  views: number[]
  likes: number[]
  saves: number[]
  /** Extension: for each series and day, whether the figure is recorded; an unrecorded one is 0 in the series. If absent, all are recorded. */
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
      /** By platform. */
      daily_data: Record<string, DailyExposure>
    }
  }
}

/** The response of `listings/{id}/dashboard/`: the last seven days of one listing, including today. */
export type ListingDashboard = WeekStatistics & {
  listing_address: string
  /** Extension: the seven days before `period`. */
  previous?: WeekStatistics | null
  /** Extension: the current price, in dollars. */
  listing_price?: number | null
  /** Extension: newest first, in dollars; `at` is an instant. */
  price_changes?: PriceChange[] | null
  /** Extension: the version number of the agent's last write that the exposure figures include. */
  version?: number | null
  /** Extension: the instant at which the server computed this response. */
  as_of?: string | null
}

export type PriceChange = { at: string; from: number; to: number }

export const maxPriceChanges = 20
