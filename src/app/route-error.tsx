import { useRouter, useRouterState, type ErrorComponentProps } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { PageErrorPanel } from '#ui/feedback/error-panel.tsx'
import { isScreenLoadFailure, optionalChunk } from './lazy-components.ts'
import { reportBoundaryError } from '#app/page/report-errors.ts'

// Rarely needed, so not part of the first page.
const Help = optionalChunk(async () => (await import('#features/errors/error-help-buttons.tsx')).ErrorHelpButtons)

/** Retries also without the browser's `online` event, which may be missing or wrong. */
const retryAfterMs = 5000

/** Errors that were shown before. A failed `import()` of a screen's code fails again with the same error until the page reloads. */
const shownErrors = new WeakSet<Error>()

export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const heading = useRouterState({ select: (state) => state.matches.at(-1)?.staticData.heading ?? null })
  const [isWaiting, setIsWaiting] = useState(false)
  useEffect(() => {
    reportBoundaryError(error)
    if (!isScreenLoadFailure(error)) return
    // If the agent returns to a screen that failed before, reload as soon as possible.
    const isBack = shownErrors.has(error)
    shownErrors.add(error)
    void canReload().then((isPossible) => (isPossible && isBack ? location.reload() : setIsWaiting(!isPossible)))
  }, [error])
  useEffect(() => {
    if (!isWaiting) return undefined
    const retry = () => void reloadIfPossible()
    const timer = setInterval(retry, retryAfterMs)
    addEventListener('online', retry)
    return () => {
      clearInterval(timer)
      removeEventListener('online', retry)
    }
  }, [isWaiting])

  const reload = (otherwise: () => void) => void reloadIfPossible().then((isPossible) => isPossible || otherwise())
  const wait = () => setIsWaiting(true)

  return (
    <PageErrorPanel
      page={heading === null ? undefined : `${heading.toLowerCase()} page`}
      // If the page cannot be reloaded, the screen renders again or, if its files are missing, waits until they can be fetched.
      onTryAgain={() => reload(isScreenLoadFailure(error) ? wait : reset)}
      onReload={() => reload(wait)}
      onGoBack={() => router.history.back()}
      onHome={() => void router.navigate({ to: '/dashboard' })}
      help={
        <Suspense>
          <Help />
        </Suspense>
      }
    >
      {isWaiting && (
        <p>
          This page isn’t on this device yet, and the server can’t be reached. It opens by itself once the connection is
          back.
        </p>
      )}
    </PageErrorPanel>
  )
}

async function reloadIfPossible(): Promise<boolean> {
  const isPossible = await canReload()
  if (isPossible) location.reload()
  return isPossible
}

/** Whether a reload would work. Otherwise the browser would replace the app with its own error page. */
async function canReload(): Promise<boolean> {
  if ('serviceWorker' in navigator && navigator.serviceWorker.controller !== null) return true
  return fetch(location.href, { headers: { Accept: 'text/html' }, cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
}
