import { useEffect, useState } from 'react'
import { readSurveyAnalytics } from '#api/survey-calls.ts'
import { useConnection } from '#state/connection.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { Device } from '#storage/device/device.ts'
import { type AnalyticsCopy, analyticsCopy, keepAnalyticsCopy } from '#storage/survey/survey-analytics-copies.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'

/** `asking` while the server may still answer; `failed` when it answered with an error; never for a missing network. */
export type AnalyticsRefresh = 'asking' | 'asked' | 'failed'

/** What this device last heard of this selection; null when it never did, `undefined` until it is read. */
export function useAnalyticsCopy(query: string): AnalyticsCopy | null | undefined {
  const { database } = useDevice()
  return useLiveQuery(() => analyticsCopy(database, query), [database, query])
}

/** Asks the server anew when the screen opens, when the selection changes, and when it can be reached again. */
export function useAnalyticsRefresh(query: string): { refresh: AnalyticsRefresh; askAgain: () => void } {
  const device = useDevice()
  const isOffline = useConnection(({ state }) => state === 'offline')
  const [refresh, setRefresh] = useState<{ query: string; state: AnalyticsRefresh }>({ query, state: 'asking' })
  useEffect(() => {
    if (isOffline) return undefined
    let isShown = true
    void ask(device, query).then((state) => isShown && setRefresh({ query, state }))
    return () => {
      isShown = false
    }
  }, [device, query, isOffline])

  async function askAgain(): Promise<void> {
    setRefresh({ query, state: 'asking' })
    const state = await ask(device, query)
    // Another selection may be shown by now.
    setRefresh((shown) => (shown.query === query ? { query, state } : shown))
  }

  const isAnswered = refresh.query === query && refresh.state !== 'asking'
  // Without a network there is no answer to wait for.
  const whileUnanswered = isOffline ? 'asked' : 'asking'
  return { refresh: isAnswered ? refresh.state : whileUnanswered, askAgain: () => void askAgain() }
}

async function ask({ database, clock }: Device, query: string): Promise<AnalyticsRefresh> {
  const answer = await readSurveyAnalytics(query)
  if (answer.ok) await keepAnalyticsCopy(database, query, { analytics: answer.value, at: clock.now() })
  return stateAfter(answer)
}

function stateAfter(answer: Awaited<ReturnType<typeof readSurveyAnalytics>>): AnalyticsRefresh {
  if (answer.ok) return 'asked'
  const { status } = answer.refusal
  return status === null || status === 401 ? 'asked' : 'failed'
}
