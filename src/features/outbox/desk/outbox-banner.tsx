import { Link } from '@tanstack/react-router'
import { useConnection, type Connection } from '#state/connection.ts'
import { useUpdate } from '#state/update.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/basics/button.tsx'
import { useNow } from '#ui/hooks/use-now.ts'
import { formatClock, formatAtMoment } from '#core/format/times.ts'

/** Why something waits, in one place; nothing while everything goes its way. */
export function OutboxBanner({ slow }: { slow: number }) {
  const connection = useConnection()
  const { onlineOnly } = useDevice()
  const reason = reasonToWait(connection, slow, onlineOnly === null ? whereKept : whereHeld)
  const now = useNow(reason !== null)
  if (reason === null) return null
  return (
    <Banner tone={reason.tone}>
      <p>
        <b>{reason.title}</b> {reason.details} {whenInWords(connection, now)}
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

/** The bar that says so elsewhere may have been put off. */
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

const whereKept = 'kept on this device'
/** Where the browser keeps no data. */
const whereHeld = 'held by this page only; keep it open'

// oxlint-disable-next-line max-lines-per-function -- one answer for each state; apart, no two could be compared
function reasonToWait(connection: Connection, slow: number, kept: string): Reason | null {
  switch (connection.state) {
    case 'offline':
      if (connection.isStranger) {
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
      if (connection.restarts >= 2 && connection.waiting > 0) {
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
        details: 'It is tried again every 30 minutes, and whenever you press Sync now.',
      }
  }
}

function whenInWords({ lastReachedAt, nextAttemptAt, state }: Connection, now: number): string {
  const parts = []
  if (lastReachedAt !== null && !['idle', 'sending', 'outdated'].includes(state)) {
    parts.push(`Last reached the server ${formatAtMoment(lastReachedAt, now)}.`)
  }
  const seconds = nextAttemptAt === null ? 0 : Math.ceil((nextAttemptAt - now) / 1000)
  if (seconds > 0 && state !== 'needs-login' && state !== 'wrong-agent')
    parts.push(`Next try in ${countdown(seconds)}.`)
  return parts.join(' ')
}

/** "0:20". */
function countdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
