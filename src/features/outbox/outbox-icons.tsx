import type { EntityName } from '#core/kinds/all-kinds.ts'
import type { OperationKind } from '#core/sync/operation.ts'
import {
  CalendarIcon,
  CameraIcon,
  HouseIcon,
  HousePlusIcon,
  KeyIcon,
  PhoneIcon,
  RouteIcon,
  TrashIcon,
  UserPlusIcon,
  UsersIcon,
} from '#ui/icons/icon.tsx'

/** A picture of what a change is about; its words stand beside it. */
export function ChangeIcon({ entity, kind }: { entity: EntityName; kind: OperationKind }) {
  if (kind === 'delete') return <TrashIcon size={18} />
  const isNew = kind === 'create'
  switch (entity) {
    case 'client':
      return isNew ? <UserPlusIcon size={18} /> : <UsersIcon size={18} />
    case 'listing_image':
      return <CameraIcon size={18} />
    case 'tour':
      return <RouteIcon size={18} />
    case 'showing':
    case 'open_house':
    case 'appointment':
    case 'follow_up':
      return <CalendarIcon size={18} />
    case 'open_house_visit':
      return <UserPlusIcon size={18} />
    case 'interaction':
      return <PhoneIcon size={18} />
    case 'door_card':
      return <KeyIcon size={18} />
    default:
      return isNew ? <HousePlusIcon size={18} /> : <HouseIcon size={18} />
  }
}
