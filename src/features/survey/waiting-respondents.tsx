import type { SurveyStore } from '#storage/survey-store.ts'
import { useLiveQuery } from '#storage/use-live-query.ts'
import { SafeOnDeviceIcon } from '#ui/icon.tsx'
import styles from './survey-page.module.css'

/** How many people's answers wait for the server. It counts them and reads none. */
export function WaitingRespondents({ store }: { store: SurveyStore }) {
  const waiting = useWaitingRespondents(store)
  return (
    <p className={styles.waiting} role="status">
      {waiting !== undefined && waiting > 0 && !store.isMemory && (
        <>
          <SafeOnDeviceIcon size={18} />
          {waiting === 1
            ? '1 survey waits on this device until there is a connection.'
            : `${waiting.toLocaleString('en-US')} surveys wait on this device until there is a connection.`}
        </>
      )}
    </p>
  )
}

/** Undefined until they are counted. */
export function useWaitingRespondents(store: SurveyStore): number | undefined {
  return useLiveQuery(
    () => store.durably(() => store.database.respondents.where('state').anyOf('finished', 'left').count()),
    [store],
  )
}
