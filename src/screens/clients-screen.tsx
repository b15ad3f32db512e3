import { getRouteApi } from '@tanstack/react-router'
import { ClientList } from '#features/clients/client-list.tsx'
import { CallNext } from '#features/follow-ups/call-next.tsx'
import { HideFollowingUntilLoaded } from '#records/states/hide-until-loaded.tsx'

const route = getRouteApi('/workspace/clients')

export function ClientsScreen() {
  const shown = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <>
      <HideFollowingUntilLoaded />
      <ClientList
        shown={shown}
        onShow={(search, { replace }) => void navigate({ search, replace })}
        callNext={<CallNext rowsAtFirst={1} />}
      />
    </>
  )
}
