import type { ComponentType } from 'react'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import type { OperationKind } from '#core/sync/operation.ts'
import {
  CalendarIcon,
  CameraIcon,
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

/** A picture of what a change is about; its words stand beside it. */
export function ChangeIcon({ entity, kind }: { entity: EntityName; kind: OperationKind }) {
  const [OfNew, OfChange = OfNew] = icons[entity]
  const Icon = kind === 'delete' ? TrashIcon : kind === 'create' ? OfNew : OfChange
  return <Icon size={18} />
}

type Icon = ComponentType<IconProps>

/** Of a new record, and of a change where that is another. */
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
}
