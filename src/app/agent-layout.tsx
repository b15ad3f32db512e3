import { Suspense, type ReactNode } from 'react'
import { collapseSidebar, usePreferences } from '#state/preferences.ts'
import { useSession } from '#state/session.ts'
import { requestSignOut, useSignOut } from '#state/sign-out.ts'
import { InstallOffer } from './install-offer.tsx'
import { optionalPart } from './optional-part.ts'
import { AppFrame } from './shell/app-frame.tsx'
import { spokenStatus } from './sync-status.ts'
import { useKeptPlaces } from './use-kept-places.ts'
import { useSyncStatus } from './use-sync-status.ts'

const SignOut = optionalPart(() => import('./sign-out.tsx').then((module) => module.SignOut))

type AgentLayoutProps = { updateBar: ReactNode; children: ReactNode }

/** The bars of a signed-in agent around the page, and what belongs to being at work: sync state, install, leaving. */
export function AgentLayout({ updateBar, children }: AgentLayoutProps) {
  const { isRequested: isSigningOut } = useSignOut()
  const { sidebarCollapsed } = usePreferences()
  const syncStatus = useSyncStatus()
  useKeptPlaces(useSession(({ user }) => user?.id))
  return (
    <>
      <AppFrame
        isSignedIn
        syncStatus={syncStatus}
        isCollapsed={sidebarCollapsed}
        onCollapse={collapseSidebar}
        onLogout={requestSignOut}
        updateBar={updateBar}
        politeMessage={spokenStatus(syncStatus)}
      >
        {children}
        <InstallOffer />
      </AppFrame>
      {isSigningOut && (
        <Suspense>
          <SignOut />
        </Suspense>
      )}
    </>
  )
}
