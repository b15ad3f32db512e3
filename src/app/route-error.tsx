import { useRouter, useRouterState, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { PageErrorPanel } from '#ui/page-error-panel.tsx'
import { boundaryCaught } from './report-errors.ts'

/** Stands in place of a screen that failed; the bars around it keep working. */
export function RouteError({ error }: ErrorComponentProps) {
  const router = useRouter()
  const heading = useRouterState({ select: (state) => state.matches.at(-1)?.staticData.heading ?? null })
  useEffect(() => boundaryCaught(error), [error])
  return (
    <PageErrorPanel
      page={heading?.toLowerCase()}
      onTryAgain={() => location.reload()}
      onGoBack={() => router.history.back()}
      onHome={() => void router.navigate({ to: '/dashboard' })}
    />
  )
}
