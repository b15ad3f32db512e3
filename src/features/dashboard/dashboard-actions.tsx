import { Link } from '@tanstack/react-router'
import { recordActivity, recordBegunActivity } from '#state/recent-activity-store.ts'
import { buttonClass } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { HouseIcon, PlusIcon, UserPlusIcon, UsersIcon } from '#ui/icons/icon.tsx'
import styles from './dashboard-actions.module.css'

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
