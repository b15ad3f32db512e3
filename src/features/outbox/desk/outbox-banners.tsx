import { Link } from '@tanstack/react-router'
import { useConnection, type Connection } from '#state/connection.ts'
import { useUpdate } from '#state/update.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/basics/button.tsx'
import { useNow } from '#ui/hooks/use-now.ts'
import { formatClock, formatAtMoment } from '#core/format/times.ts'
import { photoPreferenceKey, type PhotoUploadPreference, releasePhotos } from '#core/sync/sending/hold-policy.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { showNothingChanged } from '#features/outbox/outbox-commands.ts'
import { useState } from 'react'
import { requeuedFact, type RequeueReport } from '#core/sync/pulling/requeue-lost.ts'
import { formatRequeued } from '#features/outbox/sent/requeued-labels.ts'

/** Explains why changes wait, and when they are sent. `slow`: how many changes are tried only every 30 minutes, after many failures. */
export function OutboxBanner({ slow }: { slow: number }) {
  const connection = useConnection()
  const { onlineOnly } = useDevice()
  const reason = reasonToWait(connection, slow, onlineOnly === null ? onDeviceText : inPageText)
  const now = useNow(reason !== null)
  if (reason === null) return null
  return (
    <Banner tone={reason.tone}>
      <p>
        <b>{reason.title}</b> {reason.details} {formatTiming(connection, now)}
      </p>
      {reason.needsUpdate && <UpdateNow />}
      {reason.needsLogin && (
        <p>
          <Link to="/login" search={{ next: '/outbox' }}>
            Log in again
          </Link>
        </p>
      )}
    </Banner>
  )
}

/** Offers the update here, too, because the app-wide update bar may have been dismissed. */
function UpdateNow() {
  const { state, accept } = useUpdate()
  if (accept === null) return <p>Looking for the new version...</p>
  return (
    <Button busy={state === 'updating'} busyLabel="Updating..." onClick={accept}>
      Update
    </Button>
  )
}

type Reason = { tone: 'info' | 'warning'; title: string; details: string; needsLogin?: boolean; needsUpdate?: boolean }

const onDeviceText = 'kept on this device'
/** Replaces `onDeviceText` in browsers without storage. */
const inPageText = 'held by this page only; keep it open'

/** `kept` completes "Changes are …". */
// oxlint-disable-next-line max-lines-per-function -- one case per state, easier to compare in one place
function reasonToWait(connection: Connection, slow: number, kept: string): Reason | null {
  switch (connection.state) {
    case 'offline':
      if (connection.isForeignAnswer) {
        return {
          tone: 'warning',
          title: 'The server sent an answer that this app does not understand.',
          details: `It may be a Wi-Fi sign-in page. Changes are ${kept} until the server itself answers.`,
        }
      }
      return {
        tone: 'warning',
        title: `Offline – changes are ${kept}.`,
        details: 'They’ll be sent automatically.',
      }
    case 'server-error':
      return {
        tone: 'warning',
        title: 'The server answered with an error.',
        details: `Changes are ${kept}. They’ll be sent automatically.`,
      }
    case 'needs-login':
      return {
        tone: 'warning',
        title: 'Your session ended.',
        details: `Changes are ${kept}. They are sent after you log in again.`,
        needsLogin: true,
      }
    case 'wrong-agent':
      return {
        tone: 'warning',
        title: 'Someone else is logged in on this browser.',
        details: `Your changes are ${kept}. They are only sent under your own name.`,
        needsLogin: true,
      }
    case 'outdated':
      return {
        tone: 'warning',
        title: 'The server needs a newer version of this app.',
        details: `Changes are ${kept}. They are sent once the app is updated.`,
        needsUpdate: true,
      }
    case 'paused':
      return {
        tone: 'warning',
        title:
          connection.nextAttemptAt === null
            ? 'The server asked to wait.'
            : `The server asks to wait until ${formatClock(connection.nextAttemptAt)}.`,
        details: `Changes are ${kept}.`,
      }
    case 'starting':
    case 'idle':
    case 'sending':
      if (connection.restarts >= 2 && connection.waitingCount > 0) {
        return {
          tone: 'warning',
          title: `Sending got stuck and was restarted ${connection.restarts} times.`,
          details: `Changes are ${kept}. If this keeps happening, reload the page.`,
        }
      }
      if (slow === 0) return null
      return {
        tone: 'info',
        title: slow === 1 ? 'One change has been tried many times.' : `${slow} changes have been tried many times.`,
        details: 'Fanlight tries again every 30 minutes, and whenever you press Sync now.',
      }
  }
}

function formatTiming({ lastReachedAt, nextAttemptAt, state }: Connection, now: number): string {
  const parts = []
  if (lastReachedAt !== null && !['idle', 'sending', 'outdated'].includes(state)) {
    parts.push(`Last reached the server ${formatAtMoment(lastReachedAt, now)}.`)
  }
  const seconds = nextAttemptAt === null ? 0 : Math.ceil((nextAttemptAt - now) / 1000)
  if (seconds > 0 && state !== 'needs-login' && state !== 'wrong-agent')
    parts.push(`Next try in ${countdown(seconds)}.`)
  return parts.join(' ')
}

function countdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Explains why photos wait, with a button to send them now (fault I11). */
export function HeldPhotos() {
  const device = useDevice()
  const { heldPhotos, syncNow } = useConnection()
  const preference = useLiveQuery(() => device.database.facts.get(photoPreferenceKey), [device])
    ?.value as PhotoUploadPreference | null
  if (heldPhotos === 0 || (preference ?? null) === null) return null

  async function sendNow() {
    await releasePhotos(device.replica)
    syncNow()
  }

  const [photos, wait, they] =
    heldPhotos === 1 ? ['One photo', 'waits', 'It'] : [`${heldPhotos} photos`, 'wait', 'They']
  return (
    <Banner tone="info">
      <p>
        <b>
          {photos} {wait}{' '}
          {preference === 'until-asked'
            ? `until you send ${heldPhotos === 1 ? 'it' : 'them'}.`
            : 'for a connection other than mobile data.'}
        </b>{' '}
        {they} {heldPhotos === 1 ? 'is' : 'are'} kept on this device, as you chose in Settings. Everything else is sent
        at once.
      </p>
      <Button onClick={() => void sendNow().catch(showNothingChanged)}>Send photos now</Button>
    </Banner>
  )
}

const dayMs = 86_400_000

/** Warns if the oldest waiting change, made at `since`, has been only on this device for a day or longer (faults A12, H6, J7). */
export function LongWait({ since }: { since: number | null }) {
  // The number of days need not be updated while the page is open.
  const [now] = useState(() => Date.now())
  const days = since === null ? 0 : Math.floor((now - since) / dayMs)
  if (days < 1) return null
  return (
    <Banner tone="warning">
      <p>
        <b>A change has waited for {days === 1 ? 'a day' : `${days} days`}.</b> Until it is sent it is on this device
        only. Export everything to have a copy.
      </p>
    </Banner>
  )
}

/** Lists confirmed changes that the server had lost, and that this device has put back into the outbox (faults C19, J12). */
export function RequeuedChanges() {
  const { database, replica } = useDevice()
  const fact = useLiveQuery(() => database.facts.get(requeuedFact), [database])
  const report = (fact?.value ?? null) as RequeueReport | null
  const unresolved = useLiveQuery(async () => {
    const operations = await database.outbox.where('state').anyOf('attention', 'conflict').toArray()
    return new Set(operations.map(({ opId }) => opId))
  }, [database])
  // Changes that the agent must resolve are listed elsewhere on the page.
  const changes = unresolved === undefined ? [] : (report?.changes ?? []).filter(({ opId }) => !unresolved.has(opId))
  // Records of which the server has an older copy. This device no longer has the operations to send again.
  const unchecked = report?.unchecked ?? []
  const count = changes.length + unchecked.length
  if (report === null || count === 0) return null
  const { title: happened, message } = formatRequeued(report, changes.length)
  return (
    <Banner tone="info" role="status">
      <p>
        {happened} {message}
      </p>
      <details>
        <summary>{count === 1 ? 'Which one' : 'Which ones'}</summary>
        <ul>
          {changes.map(({ opId, title, what, kind }) => (
            <li key={opId}>
              {title}: {what ?? kindWords[kind]}
            </li>
          ))}
          {unchecked.map(({ entity, key, title, what }) => (
            <li key={`${entity} ${key}`}>
              {title}: {what}
            </li>
          ))}
        </ul>
      </details>
      <Button
        onClick={() => void replica.transact('write', (tx) => tx.setMeta(requeuedFact, null)).catch(showNothingChanged)}
      >
        OK
      </Button>
    </Banner>
  )
}

/** Describes a change in the report of an older version, which has no `what`. */
const kindWords = { create: 'New', update: 'Changed', delete: 'Deleted' }
