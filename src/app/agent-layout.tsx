import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { Suspense, type ReactNode, useEffect } from 'react'
import { openFind, useFind } from '#state/find.ts'
import { collapseSidebar, usePreferences } from '#state/preferences.ts'
import { useSession } from '#state/session.ts'
import { requestSignOut, useSignOut } from '#state/sign-out.ts'
import { InstallOffer } from './install-offer.tsx'
import { optionalPart } from './optional-part.ts'
import type { hearKey } from './page-keys.ts'
import { AppFrame } from './shell/app-frame.tsx'
import { spokenStatus } from './sync-status.ts'
import { useKeptPlaces } from './use-kept-places.ts'
import { useSyncStatus } from './use-sync-status.ts'

const Find = optionalPart(() => import('./find.tsx').then((module) => module.Find))
const SignOut = optionalPart(() => import('./sign-out.tsx').then((module) => module.SignOut))

type AgentLayoutProps = { updateBar: ReactNode; children: ReactNode }

/** The bars of a signed-in agent around the page, and what belongs to being at work: sync state, install, leaving. */
export function AgentLayout({ updateBar, children }: AgentLayoutProps) {
  const { isRequested: isSigningOut } = useSignOut()
  const { sidebarCollapsed } = usePreferences()
  const syncStatus = useSyncStatus()
  const router = useRouter()
  const { open: finding } = useFind()
  useEffect(() => hearKeys(router), [router])
  useKeptPlaces(useSession(({ user }) => user?.id))
  return (
    <>
      <AppFrame
        agentBar={{
          syncStatus,
          isCollapsed: sidebarCollapsed,
          onCollapse: collapseSidebar,
          onLogout: requestSignOut,
          onFind: () => openFind('search'),
        }}
        updateBar={updateBar}
        politeMessage={spokenStatus(syncStatus)}
      >
        {children}
        <InstallOffer />
      </AppFrame>
      <Suspense>
        {finding && <Find />}
        {isSigningOut && <SignOut />}
      </Suspense>
    </>
  )
}

/** What keys do is loaded at the first one, for phones have none; those pressed meanwhile wait for it in their order. */
function hearKeys(router: AnyRouter): () => void {
  // One for all keys: of several imports under way, the browser may end the later one first.
  let loading: Promise<typeof hearKey> | undefined
  const hear = (event: KeyboardEvent) => {
    // At once, because browsers have a use of their own for Ctrl+K.
    if ((event.ctrlKey || event.metaKey) && event.key === 'k') event.preventDefault()
    loading ??= import('./page-keys.ts').then((module) => module.hearKey)
    // Without its code there are no keys; everything is reached without them.
    loading.then(
      (hearNow) => hearNow(event, router),
      () => (loading = undefined),
    )
  }
  addEventListener('keydown', hear)
  return () => removeEventListener('keydown', hear)
}
