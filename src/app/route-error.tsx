import { useRouter, useRouterState, type ErrorComponentProps } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { PageErrorPanel } from '#ui/feedback/error-panel.tsx'
import { isOutOfReach, optionalChunk } from './lazy-components.ts'
import { boundaryCaught } from '#app/page/report-errors.ts'

// Hoped never to be needed, so it is no part of the first page.
const Help = optionalChunk(async () => (await import('#features/errors/error-help-buttons.tsx')).ErrorHelpButtons)

/** The browser's own news of the network may be missing or wrong. */
const lookAgainMs = 5000

/** The files that could not be fetched stay missing until the page is loaded again. */
const seen = new WeakSet<Error>()

/** Stands in place of a screen that failed; the bars around it keep working. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const heading = useRouterState({ select: (state) => state.matches.at(-1)?.staticData.heading ?? null })
  const [isWaiting, setIsWaiting] = useState(false)
  useEffect(() => {
    boundaryCaught(error)
    if (!isOutOfReach(error)) return
    // Who comes back to it wants it as soon as it can be had.
    const isBack = seen.has(error)
    seen.add(error)
    void canReload().then((can) => (can && isBack ? location.reload() : setIsWaiting(!can)))
  }, [error])
  useEffect(() => {
    if (!isWaiting) return undefined
    const look = () => void reloadIfPossible()
    const timer = setInterval(look, lookAgainMs)
    addEventListener('online', look)
    return () => {
      clearInterval(timer)
      removeEventListener('online', look)
    }
  }, [isWaiting])

  const reload = (otherwise: () => void) => void reloadIfPossible().then((can) => can || otherwise())
  const wait = () => setIsWaiting(true)

  return (
    <PageErrorPanel
      page={heading === null ? undefined : `${heading.toLowerCase()} page`}
      // Where its files are here, it can be drawn again without being loaded again.
      onTryAgain={() => reload(isOutOfReach(error) ? wait : reset)}
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
        <p>This page isn’t on this device yet, and the server can’t be reached. It opens by itself when it can.</p>
      )}
    </PageErrorPanel>
  )
}

async function reloadIfPossible(): Promise<boolean> {
  const can = await canReload()
  if (can) location.reload()
  return can
}

/**
 * Whether loading the page again would bring it back: the worker keeps it, or the server answers. Otherwise the browser
 * would show its own error page in place of the app.
 */
async function canReload(): Promise<boolean> {
  if ('serviceWorker' in navigator && navigator.serviceWorker.controller !== null) return true
  return fetch(location.href, { headers: { Accept: 'text/html' }, cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
}
