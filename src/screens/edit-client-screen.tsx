import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { ClientNotFound } from '#features/clients/client-not-found.tsx'
import { EditClient } from '#features/clients/client-form.tsx'
import { EditClientHead } from '#features/clients/edit-client-head.tsx'
import { useClientDeletion } from '#features/clients/use-client-deletion.ts'
import { useLastSeen, useRecord } from '#records/use-record.ts'

const route = getRouteApi('/workspace/clients/edit/$clientId')

export function EditClientScreen() {
  const { clientId } = route.useParams()
  const navigate = useNavigate()
  const client = useLastSeen(useRecord('client', clientId), clientId)
  const deletion = useClientDeletion(() => void navigate({ to: '/clients' }))
  if (client === undefined) return null
  if (client === null) return <ClientNotFound />
  return (
    <>
      <EditClientHead client={client} onDelete={deletion.ask} />
      <EditClient key={client.key} client={client} />
      {deletion.dialog}
    </>
  )
}
