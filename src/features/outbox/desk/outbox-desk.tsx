import { useState } from 'react'
import { sendDeletionsNow } from '#records/saving/delete-with-undo.ts'
import { useConnection } from '#state/connection.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { useMinute } from '#storage/schedule/use-minute.ts'
import { usePeople } from '#storage/reading/use-people.ts'
import { Button } from '#ui/basics/button.tsx'
import { EmptyState } from '#ui/lists/placeholders.tsx'
import { CloudCheckIcon, DownloadIcon, RefreshIcon } from '#ui/icons/icon.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { DiscardedValuesList } from '#features/outbox/resolving/discarded-values-list.tsx'
import { OutboxBanner, HeldPhotos, LongWait, RequeuedChanges } from './outbox-banners.tsx'
import { OutboxChange, UnreadableChange } from './outbox-change.tsx'
import styles from './outbox-desk.module.css'
import { OutboxList } from '#features/outbox/outbox-list.tsx'
import { type Outbox, type OutboxItem, useOutbox } from '#features/outbox/outbox-queries.ts'
import { SettledToday } from '#features/outbox/sent/settled-today.tsx'
import { useOutboxActions } from './use-outbox-actions.tsx'

const rowsAtOnce = 30

export function OutboxDesk() {
  const { clock } = useDevice()
  const [rowCount, setRowCount] = useState(rowsAtOnce)
  const outbox = useOutbox(rowCount)
  const { actions, discardUnreadable, putBack, copyText, exportAll, isExporting, dialogs } = useOutboxActions()
  // Renders again each minute, so that the times are right.
  useMinute()
  const now = clock.now()

  return (
    <div className={styles.desk}>
      <Head isExporting={isExporting} onExport={exportAll} />
      <OutboxBanner slow={outbox?.slowCount ?? 0} />
      <HeldPhotos />
      <RequeuedChanges />
      <LongWait since={outbox?.oldestMadeAt ?? null} />
      {outbox !== undefined && (
        <Changes
          outbox={outbox}
          now={now}
          actions={actions}
          onDiscardUnreadable={discardUnreadable}
          onMore={() => setRowCount(rowCount + rowsAtOnce)}
        />
      )}
      <SettledToday kind="sent" now={now} />
      <SettledToday kind="discarded" now={now} />
      <DiscardedValuesList now={now} onPutBack={putBack} onCopy={copyText} />
      {dialogs}
    </div>
  )
}

type Actions = ReturnType<typeof useOutboxActions>

type ChangesProps = {
  outbox: Outbox
  now: number
  actions: Actions['actions']
  onDiscardUnreadable: Actions['discardUnreadable']
  onMore: () => void
}

function Changes({ outbox, now, actions, onDiscardUnreadable, onMore }: ChangesProps) {
  const people = usePeople()
  const { needsAgent, unreadable, waiting, waitingTotal, localOnly, localOnlyTotal } = outbox
  const needsYouTotal = needsAgent.length + unreadable.length
  const changes = (items: readonly OutboxItem[]) =>
    items.map((item, index) => (
      <OutboxChange
        key={item.operation.opId}
        item={item}
        previousItem={items[index - 1]}
        person={people?.of(item.clientReference)}
        now={now}
        actions={actions}
      />
    ))
  const more = (hidden: number) => <More hidden={hidden} onMore={onMore} />

  if (needsYouTotal + waitingTotal + localOnlyTotal === 0)
    return (
      <EmptyState icon={<CloudCheckIcon />} title="Nothing is waiting">
        Every change on this device has reached the server.
      </EmptyState>
    )
  return (
    <>
      {needsYouTotal > 0 && (
        <OutboxList title="Needs you" total={needsYouTotal}>
          {changes(needsAgent)}
          {unreadable.map((found) => (
            <UnreadableChange key={found.number} found={found} now={now} onDiscard={onDiscardUnreadable} />
          ))}
        </OutboxList>
      )}
      {waitingTotal > 0 && (
        <OutboxList title="Waiting" total={waitingTotal} more={more(waitingTotal - waiting.length)}>
          {changes(waiting)}
        </OutboxList>
      )}
      {localOnlyTotal > 0 && (
        <OutboxList title="Stays on this device" total={localOnlyTotal} more={more(localOnlyTotal - localOnly.length)}>
          {changes(localOnly)}
        </OutboxList>
      )}
    </>
  )
}

type HeadProps = { isExporting: boolean; onExport: () => void }

function Head({ isExporting, onExport }: HeadProps) {
  const { onlineOnly } = useDevice()
  return (
    <PageHeader
      title="Outbox"
      subtitle={
        onlineOnly === null
          ? 'Everything you changed is kept on this device until it is sent.'
          : 'What is not sent yet is lost when this page is closed.'
      }
      actions={
        <>
          <SyncNow />
          <Button variant="quiet" busy={isExporting} busyLabel="Exporting..." onClick={onExport}>
            <DownloadIcon size={18} />
            Export everything
          </Button>
        </>
      }
    />
  )
}

type MoreProps = { hidden: number; onMore: () => void }

function More({ hidden, onMore }: MoreProps) {
  if (hidden <= 0) return null
  return (
    <Button variant="quiet" onClick={onMore}>
      Show {Math.min(hidden, rowsAtOnce)} more
    </Button>
  )
}

/** Always sends a request, because the browser's view of the network is only a hint (fault C6). */
function SyncNow() {
  const device = useDevice()
  const { state, syncNow } = useConnection()
  async function sendAll() {
    // Otherwise a deletion waits a few seconds for *Undo*.
    await sendDeletionsNow(device).catch(() => {})
    syncNow()
  }
  const triesAgainLater = state === 'offline' || state === 'paused'
  return (
    <Button busy={state === 'sending'} busyLabel="Sending..." onClick={() => void sendAll()}>
      <RefreshIcon size={18} />
      {triesAgainLater ? 'Try now' : 'Sync now'}
    </Button>
  )
}
