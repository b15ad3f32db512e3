import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { EditClient } from '#features/clients/client-form.tsx'
import { ClientNotFound } from '#features/clients/client-details.tsx'
import { useLastSeen, useRecord } from '#records/use-record.ts'
import { linkToListPosition } from '#ui/lists/list-positions.ts'

const route = getRouteApi('/workspace/clients/edit/$clientId')

export function EditClientScreen() {
  const { clientId } = route.useParams()
  const navigate = useNavigate()
  const client = useLastSeen(useRecord('client', clientId), clientId)
  if (client === undefined) return null
  if (client === null) return <ClientNotFound />
  return <EditClient key={client.key} client={client} onDeleted={() => void navigate(linkToListPosition('/clients'))} />
}
