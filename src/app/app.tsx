import { RouterProvider } from '@tanstack/react-router'
import { ErrorBoundary } from '#features/errors/error-boundary.tsx'
import { useSession } from '#state/session.ts'
import { BrandMark } from '#ui/brand-mark.tsx'
import { boundaryCaught } from './report-errors.ts'
import type { AppRouter } from './routes.tsx'
import { Toasts } from './toasts.tsx'

/** Nothing of the app is drawn until this device knows who is at work: an agent's screen must never flash for another. */
export function App({ router }: { router: AppRouter }) {
  const isChecking = useSession((session) => session.status === 'checking')
  return (
    <>
      <ErrorBoundary isAppWide onError={boundaryCaught}>
        {isChecking ? <Checking /> : <RouterProvider router={router} />}
      </ErrorBoundary>
      <Toasts />
    </>
  )
}

/** Looks like the static shell of `index.html`, whose styles it borrows, so that nothing jumps. */
function Checking() {
  return (
    <>
      <header className="shell-bar">
        <BrandMark />
        <span>Fanlight</span>
      </header>
      <main className="shell-note">Loading authentication state...</main>
    </>
  )
}
