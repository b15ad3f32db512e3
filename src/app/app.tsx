import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useState, Suspense } from 'react'
import { ErrorBoundary } from '#features/errors/error-boundary.tsx'
import { useSession } from '#state/session.ts'
import { storageSilentMessage } from '#storage/database/storage-watchdog.ts'
import { useStorageSilence } from '#storage/database/use-storage-silence.ts'
import { boundaryCaught } from '#app/page/report-errors.ts'
import type { AppRouter } from './routes.tsx'
import { StaticShell } from './app-layout.tsx'
import { useKiosk } from '#state/kiosk.ts'
import { dismissNotification, useNotifications } from '#state/notifications.ts'
import { optionalChunk } from './lazy-components.ts'
import { whenIdle } from '#app/page/when-idle.ts'

/** Nothing of the app is drawn until this device knows who is at work: an agent's screen must never flash for another. */
export function App({ router }: { router: AppRouter }) {
  const isChecking = useSession((session) => session.status === 'checking')
  const isSilent = useStorageSilence()
  const isFirstScreenHere = useFirstScreen(router, !isChecking)
  return (
    <>
      <ErrorBoundary onError={boundaryCaught}>
        {isFirstScreenHere ? (
          <RouterProvider router={router} />
        ) : (
          <StaticShell
            message={isSilent ? storageSilentMessage : isChecking ? 'Loading authentication state...' : undefined}
            onTryAgain={isSilent ? () => location.reload() : undefined}
          />
        )}
      </ErrorBoundary>
      <Toasts />
    </>
  )
}

/** True once the first screen's code has arrived; the router alone would draw nothing until then. */
function useFirstScreen(router: AppRouter, mayLoad: boolean): boolean {
  const [isHere, setIsHere] = useState(false)
  useEffect(() => {
    // A screen that cannot be loaded is the router's to tell.
    if (mayLoad) void router.load().finally(() => setIsHere(true))
  }, [router, mayLoad])
  return isHere
}

const loadToaster = () => import('#ui/feedback/toaster.tsx').then((module) => module.Toaster)
const Toaster = optionalChunk(loadToaster)

/** Stands outside every error boundary, so that a failed screen can still say so. */
export function Toasts() {
  const { notifications } = useNotifications()
  const isKiosk = useKiosk(({ running }) => running !== null)
  useEffect(() => {
    // Ahead of the first message, which may have to be shown without a network.
    whenIdle()
      .then(loadToaster)
      .catch(() => {})
  }, [])
  // What is said to the agent is not for visitors; it waits until the agent is back.
  if (isKiosk || notifications.length === 0) return null
  return (
    <Suspense>
      <Toaster notifications={notifications} onDismiss={dismissNotification} />
    </Suspense>
  )
}
