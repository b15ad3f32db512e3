import { useEffect, useState } from 'react'
import { notify } from '#state/notifications.ts'
import { countWhileRunning } from '#storage/reading/live-query.ts'
import { readStorageHealth, requestPersistence, type StorageHealth } from '#storage/device/storage-health.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { Progress } from '#ui/feedback/progress.tsx'
import styles from './settings.module.css'
import { useSession } from '#state/session.ts'
import { useLocalAgents } from '#features/account/sign-in/locked-agents.tsx'
import { formatBytes, formatCount } from '#core/format/numbers.ts'
import { browserLink } from '#api/browser-link.ts'
import { photoPreferenceKey, type PhotoUploadPreference } from '#core/sync/sending/hold-policy.ts'
import { showFailureToast } from '#records/saving/save-with-undo.ts'
import { useConnection } from '#state/connection.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { SegmentedFilter } from '#ui/fields/segmented-filter.tsx'

export function StorageCard() {
  const [health, setHealth] = useState<StorageHealth | null>(null)
  useEffect(() => {
    let isShown = true
    // Counts as a query, so that the device database is not closed before the result is read.
    void countWhileRunning(readStorageHealth).then((found) => isShown && setHealth(found))
    return () => {
      isShown = false
    }
  }, [])

  async function requestPersistentStorage() {
    const isGranted = await requestPersistence()
    setHealth(await readStorageHealth())
    if (!isGranted) {
      notify({
        title: 'Not guaranteed',
        message: 'The browser did not agree. Installing the app usually helps.',
      })
    }
  }

  return (
    <Card title="Storage on this device">
      <div className={styles.body}>
        {health === null ? <p className={styles.note}>Measuring...</p> : <StorageFacts health={health} />}
        {health !== null && !health.persistent && health.canStore && (
          <div className={styles.buttons}>
            <Button onClick={() => void requestPersistentStorage()}>Ask the Browser to Keep It</Button>
          </div>
        )}
      </div>
    </Card>
  )
}

function StorageFacts({ health }: { health: StorageHealth }) {
  const { canStore, persistent, usedBytes, availableBytes } = health
  if (!canStore) {
    return <Banner tone="warning">This browser doesn’t allow storage, so nothing works offline here.</Banner>
  }
  return (
    <>
      {usedBytes !== null && (
        <>
          <p>
            {formatBytes(usedBytes)} used
            {availableBytes !== null && `, ${formatBytes(availableBytes)} free for this app`}
          </p>
          {availableBytes !== null && (
            <Progress label="Storage used" value={Math.round(usedBytes)} max={Math.round(usedBytes + availableBytes)} />
          )}
        </>
      )}
      <p className={styles.note}>
        {persistent
          ? 'The browser keeps it until you remove it.'
          : 'The browser may clear it when the device is full. Unsent changes would be lost with it.'}
      </p>
    </>
  )
}

export function LockedAgentsCard() {
  const ownId = useSession((session) => session.user?.id)
  const others = useLocalAgents().filter(({ agentId }) => agentId !== String(ownId))
  return (
    <Card title="Other agents on this device">
      {others.length === 0 ? (
        <p className={styles.note}>Nobody else has data here.</p>
      ) : (
        <ul className={styles.list}>
          {others.map(({ agentId, agent, unsent }) => (
            <li className={styles.row} key={agentId}>
              <span className={styles.name}>{agent?.user.username ?? 'An agent'}</span>
              <span className={styles.caption}>
                {unsent === 0
                  ? 'locked, nothing unsent'
                  : `${formatCount(unsent, 'unsent change')}, locked until they log in again`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

type Choice = PhotoUploadPreference | 'at-once'

const optionsForUnknownLink: readonly { value: Choice; label: string }[] = [
  { value: 'at-once', label: 'Send' },
  { value: 'until-asked', label: 'By hand' },
]
/** With *Wait*, for browsers that report whether the connection is metered. */
const optionsForKnownLink = optionsForUnknownLink.toSpliced(1, 0, { value: 'on-metered', label: 'Wait' })

/** Lets the agent choose whether photos are sent on metered connections; other records always are (fault I11). */
export function PhotosCard() {
  const device = useDevice()
  const stored = useLiveQuery(
    async () => (await device.database.facts.get(photoPreferenceKey))?.value ?? null,
    [device],
  )
  // If the browser refuses storage (`onlineOnly`), each save waits for the server, so no photo can wait.
  if (stored === undefined || device.onlineOnly !== null) return null
  const preference = (stored ?? 'at-once') as Choice
  const isLinkKnown = browserLink() !== 'untold'

  async function choose(choice: Choice) {
    try {
      await device.replica.transact('write', (tx) =>
        tx.setMeta(photoPreferenceKey, choice === 'at-once' ? null : choice),
      )
      useConnection.getState().syncNow()
    } catch (error) {
      showFailureToast('Not saved', error)
    }
  }

  return (
    <Card title="Photos on mobile data">
      <div className={styles.body}>
        <SegmentedFilter
          label="Photos on mobile data"
          options={isLinkKnown || preference === 'on-metered' ? optionsForKnownLink : optionsForUnknownLink}
          value={preference}
          onChange={(choice) => void choose(choice)}
        />
        <p className={styles.note}>{isLinkKnown ? notes[preference] : `${notes[preference]} ${unknownLinkNote}`}</p>
      </div>
    </Card>
  )
}

const notes: Record<Choice, string> = {
  'at-once': 'Photos are sent on any connection, after everything else.',
  'on-metered':
    'Photos wait for Wi-Fi or a cable, and while the device is saving data. Everything else is sent at once.',
  'until-asked': 'Photos wait in the Outbox until you press Send photos now. Everything else is sent at once.',
}

const unknownLinkNote = 'This browser does not say which connection it uses.'
