/** One line of a chart each: as many entries as there are days, the earliest first. */
export type DailyExposure = { dates: string[]; views: number[]; likes: number[]; saves: number[] }

/** What `listings/{id}/dashboard/` sends: the past week of one listing, today included. */
export type ListingDashboard = {
  listing_address: string
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
