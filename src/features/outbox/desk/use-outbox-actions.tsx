import { useState, type ReactNode } from 'react'
import type { UpdateOutcome } from '#core/sync/writing/record-change.ts'
import { copyText } from '#state/copy-text.ts'
import { notify } from '#state/notifications.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { Device } from '#storage/device/device.ts'
import type { UnreadableOperation } from '#storage/database/device-database.ts'
import { putBack, type Decided } from '#features/outbox/resolving/discarded-values-list.tsx'
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
  nothingChanged,
} from '#features/outbox/outbox-commands.ts'
import { placesFor } from '#features/outbox/resolving/choose-record-sheets.tsx'
import { type AskedInOutbox, OutboxDialogs } from './outbox-dialogs.tsx'
import type { OutboxItem } from '#features/outbox/outbox-queries.ts'
import { likeTheDeleted, similarRecords } from '#features/outbox/resolving/similar-records.ts'

type OutboxActions = {
  actions: OutboxChangeActions
  discardUnreadable: (found: UnreadableOperation) => void
  putBack: (decided: Decided) => void
  copyText: (title: string, text: string) => void
  exportAll: () => void
  isExporting: boolean
  /** Must be rendered somewhere in the view. */
  dialogs: ReactNode
}

/** The Outbox's commands. Those that cannot be undone ask first. */
export function useOutboxActions(): OutboxActions {
  const device = useDevice()
  const [asking, setAsking] = useState<AskedInOutbox>({ kind: 'nothing' })
  const [isExporting, setIsExporting] = useState(false)
  const close = () => setAsking({ kind: 'nothing' })

  /** Runs a command; if it fails, nothing has changed, and a message says so. */
  async function run(command: Promise<RestoreOutcome>, done?: () => void): Promise<void> {
    close()
    try {
      const outcome = await command
      if (outcome === 'done') done?.()
      else notify({ title: 'Nothing was changed.', message: outcomeWords[outcome] })
    } catch (error) {
      nothingChanged(error)
    }
  }

  /** Opens a dialog once its data is read. */
  function ask(question: Promise<AskedInOutbox>): void {
    question.then(setAsking, nothingChanged)
  }

  async function discarding(item: OutboxItem): Promise<AskedInOutbox> {
    return { kind: 'discard', item, with: await dependentChanges(device, item.operation.opId) }
  }

  async function moving(item: OutboxItem, { entity }: NonNullable<OutboxItem['missing']>): Promise<AskedInOutbox> {
    return { kind: 'move', item, places: await placesFor(device, entity, item.operation.entity) }
  }

  async function linking(item: OutboxItem): Promise<AskedInOutbox> {
    return { kind: 'link', item, records: await similarRecords(device, item.operation) }
  }

  /** Asks first if a similar record exists, to avoid a duplicate. */
  async function askToRestore(item: OutboxItem): Promise<void> {
    // A failed search must not block the restore.
    const records = await likeTheDeleted(device, item.operation).catch(() => [])
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
      link: (item) => ask(linking(item)),
      restore: (item) => void askToRestore(item),
      deleteAnyway: (item) => void run(deleteAnyway(device, item.operation.opId)),
      keep: (item) => void run(discardChange(device, item.operation.opId)),
      move: (item) => item.missing !== null && ask(moving(item, item.missing)),
      recreate: (item) => void run(recreateParentOf(device, item.operation.opId)),
      decide: (item) => setAsking({ kind: 'decide', item }),
      discard: (item) => ask(discarding(item)),
      copy: (item) => void copy(item.words.title, changeAsText(item)),
    },
    discardUnreadable: (found) => setAsking({ kind: 'discard-unreadable', found }),
    putBack: (decided) => void putBackDecided(device, decided),
    copyText: (title, text) => void copy(title, text),
    exportAll: () => void exportAll(),
    isExporting,
    dialogs: <OutboxDialogs asking={asking} onRun={run} onClose={close} />,
  }
}

async function putBackDecided(device: Device, decided: Decided): Promise<void> {
  const { title } = decided.entry
  try {
    const outcome = await putBack(device, decided)
    notify({ title: putBackWords[outcome], message: title })
  } catch (error) {
    nothingChanged(error)
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
