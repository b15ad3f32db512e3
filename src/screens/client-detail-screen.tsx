import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { ClientDetails } from '#features/clients/client-details.tsx'
import { ClientNotFound } from '#features/clients/client-not-found.tsx'
import { useClient } from '#features/clients/client-queries.ts'
import { useClientDeletion } from '#features/clients/use-client-deletion.ts'

const route = getRouteApi('/workspace/clients/$clientId')

export function ClientDetailScreen() {
  const { clientId } = route.useParams()
  const navigate = useNavigate()
  const client = useClient(clientId)
  const deletion = useClientDeletion(() => void navigate({ to: '/clients' }))
  if (client === undefined) return null
  if (client === null) return <ClientNotFound />
  return (
    <>
      <ClientDetails client={client} onDelete={deletion.ask} />
      {deletion.dialog}
    </>
  )
}
