import { DashboardCards } from '#features/statistics/dashboard-cards.tsx'
import { DashboardHead } from '#features/statistics/dashboard-head.tsx'
import { QuickActions } from '#features/statistics/quick-actions.tsx'
import { RecentActivityCard } from '#features/statistics/recent-activity-card.tsx'
import styles from './dashboard-screen.module.css'

export function DashboardScreen() {
  return (
    <>
      <DashboardHead />
      <DashboardCards />
      <div className={styles.columns}>
        <QuickActions />
        <RecentActivityCard />
      </div>
    </>
  )
}
