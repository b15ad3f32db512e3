import { useEffect, useState } from 'react'
import { pageSurveyStore } from '#storage/page-survey-store.ts'
import type { SurveyStore } from '#storage/survey-store.ts'
import { useWaitingRespondents } from './waiting-respondents.tsx'

/** For the agent who leaves the kiosk: how many surveys wait for the server. */
export function SurveysWaiting() {
  const [store, setStore] = useState<SurveyStore | null>(null)
  useEffect(() => {
    let isHere = true
    pageSurveyStore().then(
      (opened) => isHere && setStore(opened),
      // The page itself says that nothing can be kept.
      () => {},
    )
    return () => {
      isHere = false
    }
  }, [])
  return store === null ? null : <Count store={store} />
}

function Count({ store }: { store: SurveyStore }) {
  const waiting = useWaitingRespondents(store)
  if (waiting === undefined) return null
  return waiting === 0 ? 'All surveys are saved' : `${waiting.toLocaleString('en-US')} waiting to send`
}
