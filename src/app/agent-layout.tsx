import { type AnyRouter, useRouter, useElementScrollRestoration, useLocation } from '@tanstack/react-router'
import { Suspense, type ReactNode, useEffect, useState } from 'react'
import { openOverlay, useOverlay } from '#state/overlay.ts'
import { collapseSidebar, usePreferences } from '#state/preferences.ts'
import { useSession, requestSignOut, useSignOut } from '#state/session.ts'
import { optionalChunk } from './lazy-components.ts'
import type { handleShortcutKey } from '#app/page/page-keys.ts'
import { AppFrame } from './shell/app-frame.tsx'
import { spokenStatus, useSyncStatus } from './sync-status.ts'
import { forgetListPositions, rememberListPosition, scrollRestorationKey } from '#ui/lists/list-positions.ts'
import { useConnection } from '#state/connection.ts'
import { closeInstallOffer, install, offerInstall, useInstallPrompt } from '#state/install-prompt.ts'

const InstallCard = optionalChunk(() => import('#ui/feedback/install-card.tsx').then((module) => module.InstallCard))

/** Pages without a list, where the install card covers nothing. */
const offerPaths = new Set(['/today', '/dashboard'])

/** Offers to install the app, once, after the first record is saved on this device. */
function InstallOffer() {
  const { offer, installMethod } = useInstallPrompt()
  const waiting = useConnection((connection) => connection.waitingCount)
  const isOfferPath = useLocation({ select: ({ pathname }) => offerPaths.has(pathname) })
  useEffect(() => {
    // A saved record waits until it is sent.
    if (waiting > 0) offerInstall()
  }, [waiting])
  // On iOS the installed app has its own storage, so unsent work must reach the server first (fault A13).
  if (!isOfferPath || offer !== 'showing' || (installMethod === 'ios-steps' && waiting > 0)) return null
  return (
    <Suspense>
      <InstallCard
        onInstall={installMethod === 'prompt' ? () => void install() : undefined}
        onDismiss={closeInstallOffer}
      />
    </Suspense>
  )
}

/** Remembers the scroll position of each list and restores it. Forgets all positions when the agent signs out. */
function useListScrollPositions(agentId: number | undefined): void {
  const router = useRouter()
  const [arrivalCount, setArrivalCount] = useState(0)
  const restored = useElementScrollRestoration({ getElement: () => window, getKey: scrollRestorationKey })

  useEffect(() => {
    rememberListPosition(router.state.location)
    const cleanups = [
      router.subscribe('onResolved', ({ toLocation }) => rememberListPosition(toLocation)),
      router.subscribe('onRendered', ({ pathChanged }) => {
        if (pathChanged) setArrivalCount((count) => count + 1)
      }),
      forgetListPositions,
    ]
    return () => cleanups.forEach((cleanUp) => cleanUp())
  }, [router, agentId])

  // oxlint-disable-next-line react/exhaustive-deps -- only on arrival at a page, with the position that is stored at that moment
  useEffect(() => scrollWhileLoading(restored?.scrollY ?? 0), [arrivalCount])
}

const gestures = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** Scrolls to `top` while records load, until the agent does something. The router scrolls only once, when the page is still too short. */
function scrollWhileLoading(top: number): (() => void) | undefined {
  // Reading `scrollY` would force a layout right after rendering, so the common case `top === 0` comes first.
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

const SearchOverlay = optionalChunk(() => import('./search-overlay.tsx').then((module) => module.SearchOverlay))
const SignOut = optionalChunk(() => import('./sign-out.tsx').then((module) => module.SignOut))

/** `updateBar` offers a new version of the app; null if there is none. */
type AgentLayoutProps = { updateBar: ReactNode; children: ReactNode }

export function AgentLayout({ updateBar, children }: AgentLayoutProps) {
  const { isRequested: isSigningOut } = useSignOut()
  const { sidebarCollapsed } = usePreferences()
  const syncStatus = useSyncStatus()
  const router = useRouter()
  const { open: openedOverlay } = useOverlay()
  useEffect(() => listenForShortcuts(router), [router])
  useListScrollPositions(useSession(({ user }) => user?.id))
  return (
    <>
      <AppFrame
        agentBar={{
          syncStatus,
          isCollapsed: sidebarCollapsed,
          onCollapse: collapseSidebar,
          onLogout: requestSignOut,
          onFind: () => openOverlay('search'),
        }}
        updateBar={updateBar}
        politeMessage={spokenStatus(syncStatus)}
      >
        {children}
        <InstallOffer />
      </AppFrame>
      <Suspense>
        {openedOverlay && <SearchOverlay />}
        {isSigningOut && <SignOut />}
      </Suspense>
    </>
  )
}

/** Loads the shortcut code at the first key press, since phones have no keys. Keys are handled in order. */
function listenForShortcuts(router: AnyRouter): () => void {
  // One import for all keys: separate imports could resolve out of order.
  let loading: Promise<typeof handleShortcutKey> | undefined
  const onKey = (event: KeyboardEvent) => {
    // Prevented at once, before the code is loaded, because browsers have their own Ctrl+K.
    if ((event.ctrlKey || event.metaKey) && event.key === 'k') event.preventDefault()
    loading ??= import('#app/page/page-keys.ts').then((module) => module.handleShortcutKey)
    // Shortcuts are optional: if the code cannot be loaded, the next key tries again.
    loading.then(
      (handle) => handle(event, router),
      () => (loading = undefined),
    )
  }
  addEventListener('keydown', onKey)
  return () => removeEventListener('keydown', onKey)
}
