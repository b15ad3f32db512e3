import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useKiosk } from '#state/kiosk.ts'
import { useSession } from '#state/session.ts'
import { useUpdate } from '#state/update.ts'
import { useStorageSilence } from '#storage/database/use-storage-silence.ts'
import { optionalChunk } from './lazy-components.ts'
import { GuestBar } from '#app/shell/top-bar.tsx'
import { PageFrame } from './shell/page-frame.tsx'
import { BrandMark } from '#ui/icons/icon.tsx'

// Agents' code is not part of a visitor's first page.
const AgentLayout = lazy(() => import('./agent-layout.tsx').then((module) => ({ default: module.AgentLayout })))
const StorageSilent = optionalChunk(() => import('./storage-silent.tsx').then((module) => module.StorageSilent))
const UpdateBar = optionalChunk(() => import('#ui/feedback/update-bar.tsx').then((module) => module.UpdateBar))

export function AppLayout() {
  const isSignedIn = useSession((session) => session.status === 'signed-in')
  const isKiosk = useKiosk(({ running }) => running !== null)
  const updateBar = useUpdateBar()
  if (isKiosk) {
    return (
      <main id="content" tabIndex={-1}>
        <Page />
      </main>
    )
  }
  if (!isSignedIn) {
    return (
      <PageFrame topBar={<GuestBar />} updateBar={updateBar}>
        <Page />
      </PageFrame>
    )
  }
  return (
    <Suspense fallback={<StaticShell />}>
      <AgentLayout updateBar={updateBar}>
        <Page />
      </AgentLayout>
    </Suspense>
  )
}

function Page() {
  const isSilent = useStorageSilence()
  return (
    <>
      <Suspense>{isSilent && <StorageSilent />}</Suspense>
      <Outlet />
    </>
  )
}

/** Returns the update bar, if there is an update. Dismissing it hides it until the next version, which has a new `accept`, or a restart. */
function useUpdateBar() {
  const { state, accept } = useUpdate()
  const [dismissed, setDismissed] = useState<typeof accept>(null)
  if (state === 'none' || accept === null || accept === dismissed) return null
  return (
    <Suspense>
      <UpdateBar isUpdating={state === 'updating'} onUpdate={accept} onLater={() => setDismissed(() => accept)} />
    </Suspense>
  )
}

type StaticShellProps = {
  message?: string | undefined
  /** Set for failures: adds a *Try Again* button and announces the message. */
  onTryAgain?: (() => void) | undefined
}

/** Looks like the static shell of `index.html`, whose styles it uses, so that nothing moves until the first screen is shown. */
export function StaticShell({ message, onTryAgain }: StaticShellProps) {
  return (
    <>
      <header className="shell-bar">
        <BrandMark />
        <span>Fanlight</span>
      </header>
      {message !== undefined && (
        <main className="shell-note" role={onTryAgain && 'alert'}>
          {message}
          {onTryAgain && (
            <>
              <br />
              <button type="button" onClick={onTryAgain}>
                Try Again
              </button>
            </>
          )}
        </main>
      )}
    </>
  )
}
