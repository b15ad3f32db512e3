import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { collapseSidebar, usePreferences } from '#state/preferences.ts'
import { useSession } from '#state/session.ts'
import { requestSignOut, useSignOut } from '#state/sign-out.ts'
import { useUpdate } from '#state/update.ts'
import { UpdateBar } from '#ui/update-bar.tsx'
import { InstallOffer } from './install-offer.tsx'
import { AppFrame } from './shell/app-frame.tsx'
import { spokenStatus } from './sync-status.ts'
import { useSyncStatus } from './use-sync-status.ts'

// Its dialog and what it needs are no part of the first page.
const SignOut = lazy(() => import('./sign-out.tsx').then((module) => ({ default: module.SignOut })))

/** Bars, messages and the page between them. */
export function AppLayout() {
  const isSignedIn = useSession((session) => session.status === 'signed-in')
  const { isRequested: isSigningOut } = useSignOut()
  const { sidebarCollapsed } = usePreferences()
  const syncStatus = useSyncStatus()
  return (
    <>
      <AppFrame
        isSignedIn={isSignedIn}
        syncStatus={isSignedIn ? syncStatus : undefined}
        isCollapsed={sidebarCollapsed}
        onCollapse={collapseSidebar}
        onLogout={requestSignOut}
        updateBar={useUpdateBar()}
        politeMessage={isSignedIn ? spokenStatus(syncStatus) : ''}
      >
        <Outlet />
        {isSignedIn && <InstallOffer />}
      </AppFrame>
      {isSigningOut && (
        <Suspense>
          <SignOut />
        </Suspense>
      )}
    </>
  )
}

/** Put off, it returns with the next version or the next start. */
function useUpdateBar() {
  const { state, accept } = useUpdate()
  const [putOff, setPutOff] = useState<typeof accept>(null)
  if (state === 'none' || accept === null || accept === putOff) return null
  return <UpdateBar onUpdate={accept} onLater={() => setPutOff(() => accept)} />
}
