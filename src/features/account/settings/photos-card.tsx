import { browserLink } from '#api/browser-link.ts'
import { type PhotoWish, photoWishFact } from '#core/sync/sending/holding-back.ts'
import { tellFailure } from '#records/saving/save-toasts.ts'
import { useConnection } from '#state/connection.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { Card } from '#ui/layout/card.tsx'
import { SegmentedFilter } from '#ui/fields/segmented-filter.tsx'
import styles from './settings.module.css'

type Choice = PhotoWish | 'at-once'

const always: readonly { value: Choice; label: string }[] = [
  { value: 'at-once', label: 'Send' },
  { value: 'until-asked', label: 'By hand' },
]
/** Where the browser says which link it uses. */
const byLink = always.toSpliced(1, 0, { value: 'on-metered', label: 'Wait' })

/** Whether photos may go on a link that is paid by the megabyte; records always go (fault I11). */
export function PhotosCard() {
  const device = useDevice()
  const fact = useLiveQuery(async () => (await device.database.facts.get(photoWishFact))?.value ?? null, [device])
  if (fact === undefined || device.onlineOnly !== null) return null
  const wish = (fact ?? 'at-once') as Choice
  const isTold = browserLink() !== 'untold'

  async function choose(choice: Choice) {
    try {
      await device.replica.transact('write', (store) =>
        store.putFact(photoWishFact, choice === 'at-once' ? null : choice),
      )
      useConnection.getState().syncNow()
    } catch (error) {
      tellFailure('Not saved', error)
    }
  }

  return (
    <Card title="Photos on mobile data">
      <div className={styles.body}>
        <SegmentedFilter
          label="Photos on mobile data"
          options={isTold || wish === 'on-metered' ? byLink : always}
          value={wish}
          onChange={(choice) => void choose(choice)}
        />
        <p className={styles.note}>{isTold ? notes[wish] : `${notes[wish]} ${untold}`}</p>
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

const untold = 'This browser does not say which connection it uses.'
