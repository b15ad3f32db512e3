import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useState, Suspense } from 'react'
import { ErrorBoundary } from '#features/errors/error-boundary.tsx'
import { useSession } from '#state/session.ts'
import { storageSilentMessage } from '#storage/database/storage-watchdog.ts'
import { useStorageSilence } from '#storage/database/use-storage-silence.ts'
import { reportBoundaryError } from '#app/page/report-errors.ts'
import type { AppRouter } from './routes.tsx'
import { StaticShell } from './app-layout.tsx'
import { useKiosk } from '#state/kiosk.ts'
import { dismissNotification, useNotifications } from '#state/notifications.ts'
import { optionalChunk } from './lazy-components.ts'
import { whenIdle } from '#app/page/when-idle.ts'

/** Renders only the static shell until it is clear which agent is signed in: one agent's screen must never flash for another. */
export function App({ router }: { router: AppRouter }) {
  const isChecking = useSession((session) => session.status === 'checking')
  const isSilent = useStorageSilence()
  const isFirstScreenLoaded = useIsFirstScreenLoaded(router, !isChecking)
  return (
    <>
      <ErrorBoundary onError={reportBoundaryError}>
        {isFirstScreenLoaded ? (
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

/** True once the first screen's code has loaded; until then the router alone would render nothing. */
function useIsFirstScreenLoaded(router: AppRouter, mayLoad: boolean): boolean {
  const [isLoaded, setIsLoaded] = useState(false)
  useEffect(() => {
    // The router shows an error for a screen that cannot be loaded.
    if (mayLoad) void router.load().finally(() => setIsLoaded(true))
  }, [router, mayLoad])
  return isLoaded
}

const loadToaster = () => import('#ui/feedback/toaster.tsx').then((module) => module.Toaster)
const Toaster = optionalChunk(loadToaster)

/** Rendered outside every error boundary, so that toasts still work when a screen fails. */
export function Toasts() {
  const { notifications } = useNotifications()
  const isKiosk = useKiosk(({ running }) => running !== null)
  useEffect(() => {
    // Preloaded, because the first message may come while offline.
    whenIdle()
      .then(loadToaster)
      .catch(() => {})
  }, [])
  // Toasts for the agent are not for kiosk visitors; they wait until the kiosk ends.
  if (isKiosk || notifications.length === 0) return null
  return (
    <Suspense>
      <Toaster notifications={notifications} onDismiss={dismissNotification} />
    </Suspense>
  )
}
