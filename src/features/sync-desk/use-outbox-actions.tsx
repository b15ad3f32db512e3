import { useState } from 'react'
import type { ReactNode } from 'react'
import type { ActionOutcome } from '#core/sync/deciding/outbox-actions.ts'
import type { UpdateOutcome } from '#core/sync/writing/record-change.ts'
import { notify } from '#state/notifications.ts'
import { useDevice } from '#storage/device-context.tsx'
import type { UnreadableOperation } from '#storage/device-database.ts'
import { storageProblem } from '#storage/storage-problem.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { ConflictSheet } from './conflict-sheet.tsx'
import type { Decided } from './decided-queries.ts'
import { type AskedToDiscard, DiscardDialog } from './discard-dialog.tsx'
import { exportEverything } from './export-everything.ts'
import type { OutboxChangeActions } from './outbox-change.tsx'
import {
  changeAsText,
  decideConflict,
  deleteAnyway,
  discardChange,
  discardUnreadable,
  linkChange,
  moveChange,
  recreateParentOf,
  restoreDeleted,
  retryChange,
  whatGoesWith,
} from './outbox-commands.ts'
import { MoveSheet } from './move-sheet.tsx'
import { type Place, placesFor } from './other-places.ts'
import { ExistingSheet } from './existing-sheet.tsx'
import type { OutboxItem } from './outbox-queries.ts'
import { putBack } from './put-back.ts'
import { type AskedToRestore, RestoreDialog } from './restore-dialog.tsx'
import { likeTheDeleted, type SimilarRecord, similarRecords } from './similar-records.ts'

type Asking =
  | { kind: 'nothing' }
  | ({ kind: 'discard' } & AskedToDiscard)
  | { kind: 'discard-unreadable'; found: UnreadableOperation }
  | { kind: 'decide'; item: OutboxItem }
  | { kind: 'link'; item: OutboxItem; records: SimilarRecord[] }
  | { kind: 'move'; item: OutboxItem; places: Place[] }
  | ({ kind: 'restore' } & AskedToRestore)

type OutboxActions = {
  actions: OutboxChangeActions
  discardUnreadable: (found: UnreadableOperation) => void
  /** What a decision did not keep becomes an edit of its own. */
  putBack: (decided: Decided) => void
  copyText: (title: string, text: string) => void
  exportAll: () => void
  isExporting: boolean
  /** Place it anywhere in the view. */
  dialogs: ReactNode
}

/** What the buttons of the Outbox do; what cannot be taken back asks first, by name. */
export function useOutboxActions(): OutboxActions {
  const device = useDevice()
  const [asking, setAsking] = useState<Asking>({ kind: 'nothing' })
  const [isExporting, setIsExporting] = useState(false)
  const close = () => setAsking({ kind: 'nothing' })

  /** Runs a command; one that could not be done says so and has left everything as it was. */
  async function run(command: Promise<ActionOutcome>, done?: () => void): Promise<void> {
    close()
    try {
      const outcome = await command
      if (outcome === 'done') done?.()
      else notify({ title: 'Nothing was changed.', message: outcomeWords[outcome] })
    } catch (error) {
      notify({ type: 'error', title: 'Nothing was changed.', message: storageProblem(error) })
    }
  }

  async function askToDiscard(item: OutboxItem): Promise<void> {
    setAsking({ kind: 'discard', item, with: await whatGoesWith(device, item.operation.opId) })
  }

  async function askWhereTo(item: OutboxItem): Promise<void> {
    if (item.missing !== null) setAsking({ kind: 'move', item, places: await placesFor(device, item.missing.entity) })
  }

  async function askWhich(item: OutboxItem): Promise<void> {
    setAsking({ kind: 'link', item, records: await similarRecords(device, item.operation) })
  }

  /** The record may have been made again since, and a second one must not appear unasked. */
  async function askToRestore(item: OutboxItem): Promise<void> {
    // What cannot be looked up is no reason not to do what is asked.
    const records = await likeTheDeleted(device, item.operation).catch(() => [])
    if (records.length === 0) await restore(item)
    else setAsking({ kind: 'restore', item, records })
  }

  const restore = (item: OutboxItem) => run(restoreDeleted(device, item.operation.opId))

  async function exportAll(): Promise<void> {
    setIsExporting(true)
    await exportEverything(device)
    setIsExporting(false)
  }

  async function putBackDecided(decided: Decided): Promise<void> {
    const { title } = decided.entry
    try {
      const outcome = await putBack(device, decided)
      notify({ title: putBackWords[outcome], message: title })
    } catch (error) {
      notify({ type: 'error', title: 'Nothing was changed.', message: storageProblem(error) })
    }
  }

  async function copy(title: string, text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      notify({ type: 'success', title: 'Copied', message: title })
    } catch {
      notify({ type: 'error', title: 'Not copied', message: 'This browser does not let the page copy.' })
    }
  }

  return {
    actions: {
      retry: (item) => void run(retryChange(device, item.operation.opId)),
      link: (item) => void askWhich(item),
      restore: (item) => void askToRestore(item),
      deleteAnyway: (item) => void run(deleteAnyway(device, item.operation.opId)),
      keep: (item) => void run(discardChange(device, item.operation.opId)),
      move: (item) => void askWhereTo(item),
      recreate: (item) => void run(recreateParentOf(device, item.operation.opId)),
      decide: (item) => setAsking({ kind: 'decide', item }),
      discard: (item) => void askToDiscard(item),
      copy: (item) => void copy(item.words.title, changeAsText(item)),
    },
    discardUnreadable: (found) => setAsking({ kind: 'discard-unreadable', found }),
    putBack: (decided) => void putBackDecided(decided),
    copyText: (title, text) => void copy(title, text),
    exportAll: () => void exportAll(),
    isExporting,
    dialogs: (
      <>
        <DiscardDialog
          asked={asking.kind === 'discard' ? asking : null}
          onCancel={close}
          onConfirm={({ operation, words }) =>
            void run(discardChange(device, operation.opId), () =>
              notify({ title: 'Change discarded', message: `${words.title}: ${words.what}` }),
            )
          }
        />
        <ConfirmDialog
          open={asking.kind === 'discard-unreadable'}
          title="Discard the change that cannot be read?"
          confirmLabel="Discard"
          onCancel={close}
          onConfirm={() => {
            if (asking.kind === 'discard-unreadable') void run(discardUnreadable(device, asking.found))
          }}
        >
          <p>It is removed from this device and cannot be brought back. Export everything first to keep a copy.</p>
        </ConfirmDialog>
        <RestoreDialog
          asked={asking.kind === 'restore' ? asking : null}
          onCancel={close}
          onConfirm={(item) => void restore(item)}
        />
        {asking.kind === 'link' && (
          <ExistingSheet
            item={asking.item}
            records={asking.records}
            onClose={close}
            onChoose={(id) => void run(linkChange(device, asking.item.operation.opId, id))}
          />
        )}
        {asking.kind === 'move' && (
          <MoveSheet
            item={asking.item}
            places={asking.places}
            onClose={close}
            onChoose={(to) => void run(moveChange(device, asking.item.operation.opId, to))}
          />
        )}
        {asking.kind === 'decide' && (
          <ConflictSheet
            item={asking.item}
            now={device.clock.now()}
            onClose={close}
            onDecide={(choices) => void run(decideConflict(device, asking.item.operation.opId, choices))}
          />
        )}
      </>
    ),
  }
}

const outcomeWords: Record<Exclude<ActionOutcome, 'done'>, string> = {
  'in-flight': 'It is on its way to the server just now. Look again in a moment.',
  missing: 'It has left the Outbox in the meantime.',
}

const putBackWords: Record<UpdateOutcome, string> = {
  recorded: 'Put back. Saved on this device.',
  conflict: 'Put back. Saved on this device.',
  unchanged: 'It stands there already.',
  deleted: 'The record was deleted.',
}
