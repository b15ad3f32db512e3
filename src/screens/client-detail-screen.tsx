import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { ClientStory, ClientGlance } from '#features/client-story/client-story.tsx'
import { ClientDetails, ClientNotFound } from '#features/clients/client-details.tsx'
import { useClientDeletion } from '#features/clients/use-clients.ts'
import { FollowUpsCard } from '#features/follow-ups/follow-ups-card.tsx'
import { NewShowing } from '#features/showings/showing-form.tsx'
import { HideFollowingUntilLoaded } from '#records/states/hide-until-loaded.tsx'
import { useRecord, useLastSeenWhileDirty } from '#records/use-record.ts'
import { linkToListPosition } from '#ui/lists/list-positions.ts'

const route = getRouteApi('/workspace/clients/$clientId')

export function ClientDetailScreen() {
  const { clientId } = route.useParams()
  const navigate = useNavigate()
  const client = useLastSeenWhileDirty(useRecord('client', clientId), clientId)
  const deletion = useClientDeletion(() => void navigate(linkToListPosition('/clients')))
  if (client === undefined) return null
  if (client === null) return <ClientNotFound />
  return (
    <>
      <HideFollowingUntilLoaded key={client.key} />
      <ClientDetails client={client} onDelete={deletion.ask} glance={<ClientGlance client={client} />}>
        <FollowUpsCard client={client} />
        <ClientStory client={client} newShowing={NewShowing} />
      </ClientDetails>
      {deletion.dialog}
    </>
  )
}
