import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { ClientDetails } from '#features/clients/client-details.tsx'
import { ClientNotFound } from '#features/clients/client-not-found.tsx'
import { useClientDeletion } from '#features/clients/use-client-deletion.ts'
import { useRecord } from '#records/use-record.ts'
import { keptPlace } from '#ui/kept-places.ts'

const route = getRouteApi('/workspace/clients/$clientId')

export function ClientDetailScreen() {
  const { clientId } = route.useParams()
  const navigate = useNavigate()
  const client = useRecord('client', clientId)
  const deletion = useClientDeletion(() => void navigate(keptPlace('/clients')))
  if (client === undefined) return null
  if (client === null) return <ClientNotFound />
  return (
    <>
      <ClientDetails client={client} onDelete={deletion.ask} />
      {deletion.dialog}
    </>
  )
}
