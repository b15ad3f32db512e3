import { useState, type ReactNode } from 'react'
import { activityDetail, activityLabel } from '#core/domain/account/recent-activity.ts'
import { useRecentActivity } from '#state/recent-activity-store.ts'
import { Card } from '#ui/layout/card.tsx'
import {
  CheckIcon,
  EyeIcon,
  HouseIcon,
  type IconProps,
  PencilIcon,
  TrashIcon,
  UserPlusIcon,
  UsersIcon,
} from '#ui/icons/icon.tsx'
import styles from './recent-activity-card.module.css'
import { formatMoment } from '#core/format/times.ts'

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
              // Two entries may share type and second; their place tells them apart.
              // oxlint-disable-next-line react/no-array-index-key
              <li className={styles.activity} key={`${timestamp} ${type} ${index}`}>
                <span className={styles.icon}>
                  <Icon size={18} />
                </span>
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
