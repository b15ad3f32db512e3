import { getRouteApi } from '@tanstack/react-router'
import { ClientList } from '#features/clients/client-list.tsx'
import { CallNext } from '#features/follow-ups/call-next.tsx'
import { SuspendUntilLoaded } from '#records/states/suspend-until-loaded.tsx'

const route = getRouteApi('/workspace/clients')

export function ClientsScreen() {
  const shown = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <>
      <SuspendUntilLoaded />
      <ClientList
        shown={shown}
        onShow={(search, { replace }) => void navigate({ search, replace })}
        callNext={<CallNext most={1} />}
      />
    </>
  )
}
