import { clockTime } from '#core/domain/time/moment-words.ts'
import { LoadFailure } from '#records/states/load-failure.tsx'
import { useLoadState } from '#records/states/use-load-state.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { StatCard, StatCards } from '#ui/lists/stat-card.tsx'
import { useDashboardCounts } from './dashboard-queries.ts'
import { useServerStats } from './dashboard-stats.ts'

export function DashboardCards() {
  const counts = useDashboardCounts()
  const { copy, failure } = useServerStats()
  // Where the first load is under way, the cards keep the room of what it brings.
  const isArriving = useLoadState('listing') === 'arriving'
  const hasNothing = counts !== undefined && !counts.isKnown && copy === null && !isArriving
  if (hasNothing) {
    return (
      <StatCards>
        {failure === null ? <Banner>No dashboard data available</Banner> : <LoadFailure>{failure}</LoadFailure>}
      </StatCards>
    )
  }
  return (
    <StatCards>
      <StatCard
        title="Active Listings"
        value={inWords(counts?.isKnown ? counts.activeListings : copy?.stats.active_listings)}
        description="For Sale or Pending"
        door={{ to: '/my-listings', search: { status: 'Active' } }}
      />
      <StatCard
        title="Total Clients"
        value={inWords(counts?.isKnown ? counts.clients : copy?.stats.total_clients)}
        description="Buyers and sellers"
        door={{ to: '/clients' }}
      />
      <StatCard
        title="Upcoming Tours"
        value={inWords(counts?.isKnown ? counts.upcomingTours : copy?.stats.upcoming_tours)}
        door={{ to: '/tours' }}
        description={counts?.isKnown || copy === null ? 'From today on' : `As of ${clockTime(copy.at)}`}
      />
    </StatCards>
  )
}

function inWords(count: number | undefined): string {
  return count === undefined ? '–' : count.toLocaleString('en-US')
}
