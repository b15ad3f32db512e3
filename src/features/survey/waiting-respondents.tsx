import { useEffect, useState } from 'react'
import { pageSurveyStore } from '#storage/survey/page-survey-store.ts'
import type { SurveyStore } from '#storage/survey/survey-store.ts'
import type { Respondent } from '#core/sync/survey/respondent.ts'
import { useSurveyRound } from '#state/survey-round.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { SafeOnDeviceIcon } from '#ui/icons/icon.tsx'
import styles from './survey-page.module.css'
import { formatCount, formatNumber } from '#core/format/numbers.ts'

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
  const [surveys, theyWill] = count === 1 ? ['1 survey is', 'It’ll'] : [`${formatNumber(count)} surveys are`, 'They’ll']
  // What only the page's memory holds is sent as long as the page is open.
  if (store.isMemory) return `${surveys} not sent yet. Keep this page open.`
  return `${surveys} saved on this device.${refused > 0 ? '' : ` ${theyWill} be sent automatically.`}`
}

/** How many people's answers wait for the server, and why. It counts them and reads none. */
export function WaitingRespondents({ store }: { store: SurveyStore }) {
  const waiting = useWaiting(store)
  const isUnreached = useSurveyRound((survey) => survey.round === 'unreached')
  const accepted = waiting?.filter(({ refusal }) => refusal === null) ?? []
  const refused = (waiting?.length ?? 0) - accepted.length
  const isTrouble = accepted.some(({ failures }) => failures > 0)
  return (
    <p className={styles.waiting} role="status">
      {!store.isMemory && accepted.length > 0 && (isUnreached || isTrouble) && (
        <>
          <SafeOnDeviceIcon size={18} />
          {`${surveys(accepted.length)} on this device ${isUnreached ? 'until there is a connection' : 'and will be sent automatically'}.`}
        </>
      )}
      {!store.isMemory &&
        refused > 0 &&
        ` The server did not accept ${formatCount(refused, 'survey')}, which stay${refused === 1 ? 's' : ''} on this device.`}
    </p>
  )
}

function surveys(count: number): string {
  return formatCount(count, 'survey waits', 'surveys wait')
}

/** Undefined until they are read. */
function useWaiting(store: SurveyStore): Respondent[] | undefined {
  return useLiveQuery(
    () => store.durably(() => store.database.respondents.where('state').anyOf('finished', 'left').toArray()),
    [store],
  )
}

/** Undefined until they are counted; `refused` are those of them which the server did not accept. */
function useWaitingRespondents(store: SurveyStore): { count: number; refused: number } | undefined {
  const waiting = useWaiting(store)
  return waiting && { count: waiting.length, refused: waiting.filter(({ refusal }) => refusal !== null).length }
}
