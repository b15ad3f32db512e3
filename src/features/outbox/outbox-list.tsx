import type { ReactNode, ComponentType } from 'react'
import { Card } from '#ui/layout/card.tsx'
import { IconTile } from '#ui/basics/icon-tile.tsx'
import styles from './outbox-list.module.css'
import { formatNumber } from '#core/format/numbers.ts'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import type { OperationKind } from '#core/sync/operation.ts'
import {
  CalendarIcon,
  CameraIcon,
  ChartLineIcon,
  HouseIcon,
  HousePlusIcon,
  type IconProps,
  KeyIcon,
  PhoneIcon,
  RouteIcon,
  TrashIcon,
  UserPlusIcon,
  UsersIcon,
} from '#ui/icons/icon.tsx'

type OutboxListProps = {
  title: string
  total: number
  children: ReactNode
  /** Shown below the rows, such as a button that shows more of them. */
  more?: ReactNode
}

export function OutboxList({ title, total, children, more }: OutboxListProps) {
  return (
    <Card flush title={title} actions={<span className={styles.count}>{formatNumber(total)}</span>}>
      <ul className={styles.list}>{children}</ul>
      {more !== undefined && <div className={styles.more}>{more}</div>}
    </Card>
  )
}

type OutboxRowProps = {
  icon: ReactNode
  title: string
  /** What the change does, such as 'New showing'. */
  what: string
  person?: ReactNode
  mark: ReactNode
  when: string
  reason?: string | null | undefined
  isUrgent?: boolean
  children?: ReactNode
  actions?: ReactNode
}

export function OutboxRow({
  icon,
  title,
  what,
  person,
  mark,
  when,
  reason,
  isUrgent = false,
  children,
  actions,
}: OutboxRowProps) {
  return (
    <li className={styles.row}>
      <IconTile>{icon}</IconTile>
      <div className={styles.main}>
        <div className={styles.top}>
          <h3 className={styles.title}>{title}</h3>
          {mark}
        </div>
        <p className={styles.what}>{what}</p>
        {person}
        <p className={styles.when}>{when}</p>
        {reason && (
          <p className={styles.reason} data-urgent={isUrgent || undefined}>
            {reason}
          </p>
        )}
        {children}
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
    </li>
  )
}

/** The icon of a change; decorative, because the row also says in words what changed. */
export function ChangeIcon({ entity, kind }: { entity: EntityName; kind: OperationKind }) {
  const [OfNew, OfChange = OfNew] = icons[entity]
  const Icon = kind === 'delete' ? TrashIcon : kind === 'create' ? OfNew : OfChange
  return <Icon size={18} />
}

type Icon = ComponentType<IconProps>

const icons: Record<EntityName, readonly [ofNew: Icon, ofChange?: Icon]> = {
  property: [HousePlusIcon, HouseIcon],
  client: [UserPlusIcon, UsersIcon],
  listing: [HousePlusIcon, HouseIcon],
  listing_image: [CameraIcon],
  showing: [CalendarIcon],
  open_house: [CalendarIcon],
  open_house_visit: [UserPlusIcon],
  appointment: [CalendarIcon],
  tour: [RouteIcon],
  interaction: [PhoneIcon],
  follow_up: [CalendarIcon],
  door_card: [KeyIcon],
  available_listing: [HousePlusIcon, HouseIcon],
  exposure_reading: [ChartLineIcon],
}
