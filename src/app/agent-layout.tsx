import { type AnyRouter, useRouter, useElementScrollRestoration, useLocation } from '@tanstack/react-router'
import { Suspense, type ReactNode, useEffect, useState } from 'react'
import { openFind, useFind } from '#state/find.ts'
import { collapseSidebar, usePreferences } from '#state/preferences.ts'
import { useSession, requestSignOut, useSignOut } from '#state/session.ts'
import { optionalChunk } from './lazy-components.ts'
import type { hearKey } from '#app/page/page-keys.ts'
import { AppFrame } from './shell/app-frame.tsx'
import { spokenStatus, useSyncStatus } from './sync-status.ts'
import { forgetPlaces, keepPlace, scrollKey } from '#ui/lists/kept-places.ts'
import { useConnection } from '#state/connection.ts'
import { closeInstallOffer, install, offerInstall, useInstallPrompt } from '#state/install-prompt.ts'

const InstallCard = optionalChunk(() => import('#ui/feedback/install-card.tsx').then((module) => module.InstallCard))

/** Where it does not stand between the agent and a list. */
const places = new Set(['/today', '/dashboard'])

/** Offers the home screen once, when the first record was saved here. */
function InstallOffer() {
  const { offer, way } = useInstallPrompt()
  const waiting = useConnection((connection) => connection.waiting)
  const isPlace = useLocation({ select: ({ pathname }) => places.has(pathname) })
  useEffect(() => {
    if (waiting > 0) offerInstall()
  }, [waiting])
  // On iOS the installed app has a storage of its own: what waits here must be sent before (fault A13).
  if (!isPlace || offer !== 'showing' || (way === 'ios-steps' && waiting > 0)) return null
  return (
    <Suspense>
      <InstallCard onInstall={way === 'prompt' ? () => void install() : undefined} onDismiss={closeInstallOffer} />
    </Suspense>
  )
}

/** Remembers where each list was left until `agentId` leaves, and brings the page back to its height. */
function useKeptPlaces(agentId: number | undefined): void {
  const router = useRouter()
  const [arrival, setArrival] = useState(0)
  const kept = useElementScrollRestoration({ getElement: () => window, getKey: scrollKey })

  useEffect(() => {
    keepPlace(router.state.location)
    const ending = [
      router.subscribe('onResolved', ({ toLocation }) => keepPlace(toLocation)),
      router.subscribe('onRendered', ({ pathChanged }) => {
        if (pathChanged) setArrival((count) => count + 1)
      }),
      forgetPlaces,
    ]
    return () => ending.forEach((end) => end())
  }, [router, agentId])

  // oxlint-disable-next-line react/exhaustive-deps -- only on arrival, with what is known then
  useEffect(() => scrollAsItGrows(kept?.scrollY ?? 0), [arrival])
}

const gestures = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * Records arrive a moment after the page, so the router's own scrolling finds it still short. Ends as soon as the agent
 * scrolls.
 */
function scrollAsItGrows(top: number): (() => void) | undefined {
  // Asking where the page stands would have it laid out in the task that drew it.
  if (top === 0 || top <= window.scrollY) return undefined
  const stop = () => {
    observer.disconnect()
    for (const gesture of gestures) window.removeEventListener(gesture, stop)
  }
  const observer = new ResizeObserver(() => {
    window.scrollTo({ top, behavior: 'instant' })
    if (document.documentElement.scrollHeight - window.innerHeight >= top) stop()
  })
  observer.observe(document.body)
  for (const gesture of gestures) window.addEventListener(gesture, stop, { passive: true })
  return stop
}

const Find = optionalChunk(() => import('./find.tsx').then((module) => module.Find))
const SignOut = optionalChunk(() => import('./sign-out.tsx').then((module) => module.SignOut))

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
    loading ??= import('#app/page/page-keys.ts').then((module) => module.hearKey)
    // Without its code there are no keys; everything is reached without them.
    loading.then(
      (hearNow) => hearNow(event, router),
      () => (loading = undefined),
    )
  }
  addEventListener('keydown', hear)
  return () => removeEventListener('keydown', hear)
}
