import { useEffect, useState } from 'react'
import { readSurveyAnalytics } from '#api/survey.ts'
import { useConnection } from '#state/connection.ts'
import { useDevice } from '#storage/device-context.tsx'
import { type AnalyticsCopy, analyticsCopy, keepAnalyticsCopy } from '#storage/survey-analytics-copies.ts'
import { useLiveQuery } from '#storage/use-live-query.ts'

/** `asking` while the server may still answer; `failed` when it answered with an error; never for a missing network. */
export type AnalyticsRefresh = 'asking' | 'asked' | 'failed'

/** What this device last heard of this selection; null when it never did, `undefined` until it is read. */
export function useAnalyticsCopy(query: string): AnalyticsCopy | null | undefined {
  const { database } = useDevice()
  return useLiveQuery(() => analyticsCopy(database, query), [database, query])
}

/** Asks the server anew when the screen opens, when the selection changes, and when it can be reached again. */
export function useAnalyticsRefresh(query: string): { refresh: AnalyticsRefresh; askAgain: () => void } {
  const { database, clock } = useDevice()
  const isOffline = useConnection(({ state }) => state === 'offline')
  const [refresh, setRefresh] = useState<{ query: string; state: AnalyticsRefresh }>({ query, state: 'asking' })
  const [tries, setTries] = useState(0)
  useEffect(() => {
    if (isOffline) return undefined
    let isShown = true
    async function ask() {
      const answer = await readSurveyAnalytics(query)
      if (answer.ok) await keepAnalyticsCopy(database, query, { analytics: answer.value, at: clock.now() })
      if (isShown) setRefresh({ query, state: stateAfter(answer) })
    }
    void ask()
    return () => {
      isShown = false
    }
  }, [database, clock, query, isOffline, tries])
  const isAnswered = refresh.query === query && refresh.state !== 'asking'
  // Without a network there is no answer to wait for.
  const whileUnanswered = isOffline ? 'asked' : 'asking'
  return {
    refresh: isAnswered ? refresh.state : whileUnanswered,
    askAgain: () => {
      setRefresh({ query, state: 'asking' })
      setTries(tries + 1)
    },
  }
}

function stateAfter(answer: Awaited<ReturnType<typeof readSurveyAnalytics>>): AnalyticsRefresh {
  if (answer.ok) return 'asked'
  const { status } = answer.refusal
  return status === null || status === 401 ? 'asked' : 'failed'
}
