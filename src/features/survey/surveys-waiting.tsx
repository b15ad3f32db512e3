import { useEffect, useState } from 'react'
import { pageSurveyStore } from '#storage/survey/page-survey-store.ts'
import type { SurveyStore } from '#storage/survey/survey-store.ts'
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
  const { count, refused } = waiting
  if (count === 0) return 'All surveys are saved'
  const [surveys, theyWill] =
    count === 1 ? ['1 survey is', 'It’ll'] : [`${count.toLocaleString('en-US')} surveys are`, 'They’ll']
  // What only the page's memory holds is sent as long as the page is open.
  if (store.isMemory) return `${surveys} not sent yet. Keep this page open.`
  return `${surveys} saved on this device.${refused > 0 ? '' : ` ${theyWill} be sent automatically.`}`
}
