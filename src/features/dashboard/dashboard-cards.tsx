import { LoadFailure, useLoadState } from '#records/states/load-state.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { StatCard, StatCards } from '#ui/lists/stat-card.tsx'
import { activeStatuses } from '#core/domain/listings/listing-rules.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { hasFetched } from '#storage/device/device.ts'
import { homesToShow } from '#storage/homes/homes-to-show.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'
import { useEffect, useState, type ReactNode } from 'react'
import { readDashboard } from '#api/account-calls.ts'
import type { DashboardStats } from '#core/contract/account.ts'
import { useConnection } from '#state/connection.ts'
import { inArea } from '#state/session.ts'
import { formatClock, formatMoment } from '#core/format/times.ts'
import { formatNumber } from '#core/format/numbers.ts'
import { Link } from '@tanstack/react-router'
import { recordActivity, recordBegunActivity, useRecentActivity } from '#state/recent-activity-store.ts'
import { buttonClass } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import {
  HouseIcon,
  PlusIcon,
  UserPlusIcon,
  UsersIcon,
  CheckIcon,
  EyeIcon,
  type IconProps,
  PencilIcon,
  TrashIcon,
} from '#ui/icons/icon.tsx'
import { IconTile } from '#ui/basics/icon-tile.tsx'
import styles from './dashboard.module.css'
import { activityDetail, activityLabel } from '#core/domain/account/recent-activity.ts'

export function DashboardCards() {
  const counts = useDashboardCounts()
  const { copy, failure } = useServerStats()
  // During the first load, the cards are shown without figures, so that the layout does not change.
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
        value={formatStat(counts?.isKnown ? counts.activeListings : copy?.stats.active_listings)}
        description="For Sale or Pending"
        link={{ to: '/my-listings', search: { status: 'Active' } }}
      />
      <StatCard
        title="Total Clients"
        value={formatStat(counts?.isKnown ? counts.clients : copy?.stats.total_clients)}
        description="Buyers and sellers"
        link={{ to: '/clients' }}
      />
      <StatCard
        title="Upcoming Tours"
        value={formatStat(counts?.isKnown ? counts.upcomingTours : copy?.stats.upcoming_tours)}
        link={{ to: '/tours' }}
        description={counts?.isKnown || copy === null ? 'From today on' : `As of ${formatClock(copy.at)}`}
      />
    </StatCards>
  )
}

function formatStat(count: number | undefined): string {
  return count === undefined ? '–' : formatNumber(count)
}

type DashboardCounts = {
  activeListings: number
  clients: number
  /** Scheduled or in progress, from today on. */
  upcomingTours: number
  /** False if the device has neither fetched nor created anything, so that zero may be wrong. */
  isKnown: boolean
}

/** Returns counts of this device's records, including unsent ones; undefined until counted. */
function useDashboardCounts(): DashboardCounts | undefined {
  const { database } = useDevice()
  const { today } = useMinute()
  return useLiveQuery(async () => {
    const [active, listings, homes, clients, upcomingTours, isFetched] = await Promise.all([
      // One count per status: `anyOf` would visit ten thousand rows one by one.
      Promise.all(activeStatuses.map((status) => database.listings.where('status').equals(status).count())),
      database.listings.count(),
      homesToShow(database),
      database.clients.count(),
      database.tours
        .where('tour_date')
        .aboveOrEqual(today)
        .and(({ status }) => status === 'scheduled' || status === 'in_progress')
        .count(),
      hasFetched(database),
    ])
    // Homes to show are in the same table, but not the agent's listings.
    const activeHomes = homes.filter(({ status }) => activeStatuses.some((name) => name === status))
    const activeListings = active.reduce((sum, count) => sum + count, 0) - activeHomes.length
    return { activeListings, clients, upcomingTours, isKnown: isFetched || listings + clients > 0 }
  }, [database, today])
}

/** The server's figures, shown until this device has records to count. */
type ServerStats = {
  copy: { stats: DashboardStats; at: number } | null
  /** A message if the server answered with an error; otherwise null, also if the server cannot be reached. */
  failure: string | null
}

const freshForMs = 5 * 60 * 1000

function useServerStats(): ServerStats {
  const { owner } = useDevice()
  const [result, setResult] = useState<ServerStats>(() => ({ copy: readCopy(owner), failure: null }))
  const isOffline = useConnection(({ state }) => state === 'offline')
  useEffect(() => {
    if (isOffline) return
    let isShown = true
    const stored = readCopy(owner)
    if (stored !== null && Date.now() - stored.at < freshForMs) return
    void fetchStats(owner).then((fetched) => isShown && setResult(fetched))
    return () => {
      isShown = false
    }
  }, [owner, isOffline])
  return result
}

async function fetchStats(owner: string): Promise<ServerStats> {
  try {
    const stats = await inArea('dashboard', fetchFromServer)
    if (stats === null) return { copy: readCopy(owner), failure: null }
    const copy = { stats, at: Date.now() }
    storeCopy(owner, copy)
    return { copy, failure: null }
  } catch {
    return { copy: readCopy(owner), failure: 'Failed to load dashboard stats.' }
  }
}

/** Returns null without a network or a session, and if the server does not have this endpoint. */
async function fetchFromServer(): Promise<DashboardStats | null> {
  const answer = await readDashboard()
  if (answer.ok) return answer.value
  const { status, body } = answer.refusal
  if (status === null || status === 401 || status === 404) return null
  throw Object.assign(new Error('Failed to load dashboard data'), typeof body === 'object' ? body : {})
}

/** The key in local storage. It ends with the agent's id, so that the copy is deleted with the agent's data. */
function copyKey(owner: string): string {
  return `fanlight:dashboard:${owner}`
}

function readCopy(owner: string): ServerStats['copy'] {
  try {
    return JSON.parse(localStorage.getItem(copyKey(owner)) ?? 'null') as ServerStats['copy']
  } catch {
    return null
  }
}

function storeCopy(owner: string, copy: ServerStats['copy']): void {
  try {
    localStorage.setItem(copyKey(owner), JSON.stringify(copy))
  } catch {
    // A copy that cannot be stored is fetched again next time.
  }
}

/** Links to frequent actions. A click is recorded as recent activity; for a form, as a begun one, which the saved record's activity replaces. */
export function QuickActions() {
  return (
    <Card title="Quick Actions" data-off-paper>
      <div className={styles.actions}>
        <Link
          className={buttonClass({ variant: 'primary', className: styles.action })}
          to="/listings/new"
          onClick={() => recordBegunActivity('create_listing')}
        >
          <PlusIcon />
          Create New Listing
        </Link>
        <Link
          className={buttonClass({ className: styles.action })}
          to="/my-listings"
          onClick={() => recordActivity('view_listings')}
        >
          <HouseIcon />
          View My Listings
        </Link>
        <Link
          className={buttonClass({ className: styles.action })}
          to="/clients"
          onClick={() => recordActivity('view_clients')}
        >
          <UsersIcon />
          Manage Clients
        </Link>
        <Link
          className={buttonClass({ className: styles.action })}
          to="/clients/new"
          onClick={() => recordBegunActivity('create_client')}
        >
          <UserPlusIcon />
          Add New Client
        </Link>
      </div>
    </Card>
  )
}

const icons: Readonly<Record<string, (props: IconProps) => ReactNode>> = {
  create_listing: HouseIcon,
  view_listings: EyeIcon,
  view_clients: UsersIcon,
  create_client: UserPlusIcon,
  delete_client: TrashIcon,
  delete_listing: TrashIcon,
  edit_listing: PencilIcon,
  edit_client: PencilIcon,
}

export function RecentActivityCard() {
  const { activities } = useRecentActivity()
  const [now] = useState(() => Date.now())
  return (
    <Card title="Recent Activity">
      {activities.length === 0 ? (
        <p className={styles.none}>No recent activity</p>
      ) : (
        <ol className={styles.list}>
          {activities.map((activity, index) => {
            const { type, timestamp } = activity
            const detail = activityDetail(activity)
            const Icon = icons[type] ?? CheckIcon
            return (
              // Two entries may share type and second; only their position differs.
              // oxlint-disable-next-line react/no-array-index-key
              <li className={styles.activity} key={`${timestamp} ${type} ${index}`}>
                <IconTile>
                  <Icon size={18} />
                </IconTile>
                <span className={styles.label}>
                  {activityLabel(activity)}
                  {detail !== '' && <span className={styles.about}> {detail}</span>}
                </span>
                <time className={styles.time} dateTime={timestamp}>
                  {formatMoment(Date.parse(timestamp), now)}
                </time>
              </li>
            )
          })}
        </ol>
      )}
    </Card>
  )
}
