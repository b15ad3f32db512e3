import { useState } from 'react'
import { closeCalendarFeed, readCalendarFeed, renewCalendarFeed, type CalendarFeed } from '#api/calendar-feed.ts'
import type { AccountAnswer } from '#api/account-answer.ts'
import { formatRefusal } from '#core/domain/account/account-messages.ts'
import { copyText } from '#state/copy-text.ts'
import { notify } from '#state/notifications.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button, buttonClass } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { CopyIcon } from '#ui/icons/icon.tsx'
import { takeFocus } from '#ui/hooks/move-focus.ts'
import styles from './settings.module.css'
import { useServerList } from './use-server-list.ts'

const notOffered = 'This server does not offer a calendar feed.'

/** The agent's calendar for other calendar programs, under an address that only they know. */
export function CalendarFeedCard() {
  const [asking, setAsking] = useState<'renew' | 'close' | null>(null)
  const { shown, busy, isPressed, change } = useCalendarFeed()
  const confirm = (...asked: Parameters<typeof change>) => {
    setAsking(null)
    void change(...asked)
  }
  const make = () => void change(renewCalendarFeed, 'Calendar link created')

  return (
    <Card title="Calendar feed">
      <div className={styles.body}>
        <p className={styles.note}>
          Another calendar program can subscribe to your showings, open houses, appointments and tours: the last 90 days
          and everything upcoming. It checks about every hour and cannot change anything. Whoever knows the address sees
          times, places, notes and your clients’ email addresses, so treat it like a password.
        </p>
        {shown === 'loading' && <p className={styles.note}>Loading...</p>}
        {shown === 'unreachable' && (
          <Banner>The address can’t be shown until the server can be reached. The feed still works.</Banner>
        )}
        {shown === 'not-offered' && <Banner>{notOffered}</Banner>}
        {typeof shown === 'object' && shown.address === null && (
          <div className={styles.buttons}>
            <Button busy={busy} busyLabel="Creating..." onClick={make}>
              Create Calendar Link
            </Button>
          </div>
        )}
        {typeof shown === 'object' && shown.address !== null && (
          <OpenFeed
            address={shown.address}
            takesFocus={isPressed}
            busy={busy}
            onRenew={() => setAsking('renew')}
            onClose={() => setAsking('close')}
          />
        )}
      </div>
      <ConfirmDialog
        open={asking === 'renew'}
        title="Create a new calendar address?"
        confirmLabel="New Address"
        danger={false}
        onConfirm={() => confirm(renewCalendarFeed, 'New calendar address created')}
        onCancel={() => setAsking(null)}
      >
        <p>Programs that use the old address stop updating until you give them the new one.</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'close'}
        title="Close the calendar feed?"
        confirmLabel="Close Feed"
        onConfirm={() => confirm(closeCalendarFeed, 'Calendar feed closed')}
        onCancel={() => setAsking(null)}
      >
        <p>Programs that use its address stop updating.</p>
      </ConfirmDialog>
    </Card>
  )
}

/** What the server says of the feed, and changing it. */
function useCalendarFeed() {
  const [shown, , setFeed] = useServerList(readCalendarFeed)
  const [busy, setBusy] = useState(false)
  const [isPressed, setIsPressed] = useState(false)

  async function change(call: () => Promise<AccountAnswer<CalendarFeed>>, done: string) {
    setIsPressed(true)
    setBusy(true)
    const answer = await call()
    setBusy(false)
    if (!answer.ok) {
      notify({ type: 'error', title: 'Calendar address not changed', message: formatRefusal(answer, [], notOffered) })
      return
    }
    setFeed(answer.value)
    notify({ type: 'success', title: done })
  }

  return { shown, busy, isPressed, change }
}

type OpenFeedProps = {
  address: string
  /** Where it comes in the place of the button that made it. */
  takesFocus: boolean
  busy: boolean
  onRenew: () => void
  onClose: () => void
}

function OpenFeed({ address, takesFocus, busy, onRenew, onClose }: OpenFeedProps) {
  const copy = () =>
    void copyText(address, { title: 'Calendar address copied' }, 'Select the address and copy it by hand.')
  return (
    <>
      <code
        className={styles.secret}
        aria-label="Calendar address"
        ref={takesFocus ? takeFocus : undefined}
        tabIndex={-1}
      >
        {address}
      </code>
      <div className={styles.buttons}>
        <Button onClick={copy}>
          <CopyIcon />
          Copy Address
        </Button>
        <a className={buttonClass()} href={address.replace(/^https?:/, 'webcal:')}>
          Open in Calendar
        </a>
        <Button busy={busy} busyLabel="Changing..." onClick={onRenew}>
          New Address
        </Button>
        <Button variant="danger" onClick={onClose}>
          Close Feed
        </Button>
      </div>
    </>
  )
}
