import { useSession } from '#state/session.ts'
import { GuestHome, Welcome } from '#features/account/sign-in/home-views.tsx'

export function HomeScreen() {
  const { status, user } = useSession()
  return status === 'signed-in' && user !== null ? <Welcome user={user} /> : <GuestHome />
}
