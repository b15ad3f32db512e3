import type { MissingParent } from '#core/sync/resolving/missing-parent.ts'
import { useState, type ReactNode } from 'react'
import type { UpdateOutcome } from '#core/sync/writing/update-record.ts'
import { copyText } from '#state/copy-text.ts'
import { notify } from '#state/notifications.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { Device } from '#storage/device/device.ts'
import type { UnreadableOperation } from '#storage/database/device-database.ts'
import { putBack, type ResolvedConflict } from '#features/outbox/resolving/discarded-values-list.tsx'
import { exportEverything } from './export-everything.ts'
import type { OutboxChangeActions } from './outbox-change.tsx'
import {
  changeAsText,
  deleteAnyway,
  discardChange,
  recreateParentOf,
  type RestoreOutcome,
  restoreDeleted,
  retryChange,
  dependentChanges,
  showNothingChanged,
} from '#features/outbox/outbox-commands.ts'
import { moveTargets } from '#features/outbox/resolving/choose-record-sheets.tsx'
import { type OutboxDialog, OutboxDialogs } from './outbox-dialogs.tsx'
import type { OutboxItem } from '#features/outbox/outbox-queries.ts'
import { recordsLikeDeleted, similarRecords } from '#features/outbox/resolving/similar-records.ts'

type OutboxActions = {
  actions: OutboxChangeActions
  discardUnreadable: (found: UnreadableOperation) => void
  /** Saves, as a new change, the values that the agent discarded in a conflict. */
  putBack: (decided: ResolvedConflict) => void
  copyText: (title: string, text: string) => void
  exportAll: () => void
  isExporting: boolean
  dialogs: ReactNode
}

/** Returns the commands of the Outbox. A command that cannot be undone first opens a dialog to confirm it. */
export function useOutboxActions(): OutboxActions {
  const device = useDevice()
  const [asking, setAsking] = useState<OutboxDialog>({ kind: 'nothing' })
  const [isExporting, setIsExporting] = useState(false)
  const close = () => setAsking({ kind: 'nothing' })

  async function run(command: Promise<RestoreOutcome>, done?: () => void): Promise<void> {
    close()
    try {
      const outcome = await command
      if (outcome === 'done') done?.()
      else notify({ title: 'Nothing was changed.', message: outcomeWords[outcome] })
    } catch (error) {
      showNothingChanged(error)
    }
  }

  function openDialog(question: Promise<OutboxDialog>): void {
    question.then(setAsking, showNothingChanged)
  }

  async function discardDialog(item: OutboxItem): Promise<OutboxDialog> {
    return { kind: 'discard', item, with: await dependentChanges(device, item.operation.opId) }
  }

  /** The dialog offers records of the kind `entity`: the kind of the deleted parent, such as a listing. */
  async function moveDialog(item: OutboxItem, { entity }: MissingParent): Promise<OutboxDialog> {
    return { kind: 'move', item, places: await moveTargets(device, entity, item.operation.entity) }
  }

  async function linkDialog(item: OutboxItem): Promise<OutboxDialog> {
    return { kind: 'link', item, records: await similarRecords(device, item.operation) }
  }

  /** Creates a record again that was deleted on the server. If a similar one exists, opens a dialog instead, to avoid a duplicate. */
  async function restoreOrConfirm(item: OutboxItem): Promise<void> {
    // If the search fails, the record is restored without looking for similar ones.
    const records = await recordsLikeDeleted(device, item.operation).catch(() => [])
    if (records.length === 0) await run(restoreDeleted(device, item.operation))
    else setAsking({ kind: 'restore', item, records })
  }

  async function exportAll(): Promise<void> {
    setIsExporting(true)
    await exportEverything(device)
    setIsExporting(false)
  }

  return {
    actions: {
      retry: (item) => void run(retryChange(device, item.operation.opId)),
      link: (item) => openDialog(linkDialog(item)),
      restore: (item) => void restoreOrConfirm(item),
      deleteAnyway: (item) => void run(deleteAnyway(device, item.operation.opId)),
      keep: (item) => void run(discardChange(device, item.operation.opId)),
      move: (item) => item.missingParent !== null && openDialog(moveDialog(item, item.missingParent)),
      recreate: (item) => void run(recreateParentOf(device, item.operation.opId)),
      decide: (item) => setAsking({ kind: 'decide', item }),
      discard: (item) => openDialog(discardDialog(item)),
      copy: (item) => void copy(item.words.title, changeAsText(item)),
    },
    discardUnreadable: (found) => setAsking({ kind: 'discard-unreadable', found }),
    putBack: (decided) => void putBackDecided(device, decided),
    copyText: (title, text) => void copy(title, text),
    exportAll: () => void exportAll(),
    isExporting,
    dialogs: <OutboxDialogs dialog={asking} onRun={run} onClose={close} />,
  }
}

async function putBackDecided(device: Device, decided: ResolvedConflict): Promise<void> {
  const { title } = decided.entry
  try {
    const outcome = await putBack(device, decided)
    notify({ title: putBackWords[outcome], message: title })
  } catch (error) {
    showNothingChanged(error)
  }
}

function copy(title: string, text: string): Promise<void> {
  return copyText(text, { type: 'success', title: 'Copied', message: title }, 'This browser doesn’t allow copying.')
}

const outcomeWords: Record<Exclude<RestoreOutcome, 'done'>, string> = {
  'in-flight': 'It is being sent right now. Try again in a moment.',
  missing: 'It is no longer in the Outbox.',
  'without-picture': 'Its picture is no longer on this device. Add the photo to its listing again.',
}

const putBackWords: Record<UpdateOutcome, string> = {
  recorded: 'Put back. Saved on this device.',
  conflict: 'Put back. Saved on this device.',
  unchanged: 'It is already there.',
  deleted: 'The record was deleted.',
}
