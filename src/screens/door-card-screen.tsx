import { getRouteApi } from '@tanstack/react-router'
import { placeText } from '#core/domain/listings/listing-display.ts'
import { DoorCard } from '#records/door/door-card.tsx'
import { useDoor } from '#records/door/door-queries.ts'
import { RecordNotFound } from '#records/states/record-not-found.tsx'
import { HideFollowingUntilLoaded } from '#records/states/hide-until-loaded.tsx'
import { useRecord, useLastSeenWhileDirty } from '#records/use-record.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { BackLink } from '#ui/lists/back-link.tsx'
import { StreetAddress } from '#ui/layout/street-address.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'

const route = getRouteApi('/workspace/door-cards/$doorCardId')

export function DoorCardScreen() {
  const { doorCardId } = route.useParams()
  const card = useLastSeenWhileDirty(useRecord('door_card', doorCardId), doorCardId)
  if (card === undefined) return null
  if (card === null)
    return (
      <RecordNotFound
        entity="door_card"
        failure="Failed to load the door card. Please try again."
        to="/today"
        place="Back to Today"
      />
    )
  return <FoundDoorCard key={card.key} home={card.property_key} />
}

/** `home` is the key of the property. */
function FoundDoorCard({ home }: { home: LocalKey }) {
  const door = useDoor(home)
  if (door === undefined) return null
  return (
    <>
      <HideFollowingUntilLoaded />
      <PageHeader
        back={<BackLink to="/today">Back to Today</BackLink>}
        title={<StreetAddress address={door.home?.address ?? 'Door card'} />}
        subtitle={placeText(door.home ?? {})}
      />
      <DoorCard home={home} look="card" />
    </>
  )
}
