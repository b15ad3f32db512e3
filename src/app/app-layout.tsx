import { Outlet } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { collapseSidebar, usePreferences } from '#state/preferences.ts'
import { useSession } from '#state/session.ts'
import { requestSignOut, useSignOut } from '#state/sign-out.ts'
import { useUpdate } from '#state/update.ts'
import { optionalPart } from './optional-part.ts'
import { AppFrame } from './shell/app-frame.tsx'
import { spokenStatus } from './sync-status.ts'
import { useSyncStatus } from './use-sync-status.ts'

// What stands on few pages, and rarely, is no part of the first one.
const SignOut = optionalPart(() => import('./sign-out.tsx').then((module) => module.SignOut))
const InstallOffer = optionalPart(() => import('./install-offer.tsx').then((module) => module.InstallOffer))
const UpdateBar = optionalPart(() => import('#ui/update-bar.tsx').then((module) => module.UpdateBar))

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
        {isSignedIn && (
          <Suspense>
            <InstallOffer />
          </Suspense>
        )}
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
  return (
    <Suspense>
      <UpdateBar onUpdate={accept} onLater={() => setPutOff(() => accept)} />
    </Suspense>
  )
}
