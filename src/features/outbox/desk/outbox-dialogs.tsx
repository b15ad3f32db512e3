import { notify } from '#state/notifications.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { UnreadableOperation } from '#storage/database/device-database.ts'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { ConflictSheet } from '#features/outbox/resolving/conflict-sheet.tsx'
import { MoveSheet, type MoveTarget, LinkToExistingSheet } from '#features/outbox/resolving/choose-record-sheets.tsx'
import {
  decideConflict,
  discardChange,
  discardUnreadable,
  linkChange,
  moveChange,
  type RestoreOutcome,
  restoreDeleted,
} from '#features/outbox/outbox-commands.ts'
import type { OutboxItem } from '#features/outbox/outbox-queries.ts'
import type { SimilarRecord } from '#features/outbox/resolving/similar-records.ts'
import { kinds } from '#core/kinds/all-kinds.ts'
import type { OperationWords } from '#core/sync/records/describe-operation.ts'

/** `decide`: a conflict. `link`: an unanswered create, to a record on the server. `move`: a change whose parent was deleted, to another. */
export type OutboxDialog =
  | { kind: 'nothing' }
  | ({ kind: 'discard' } & AskedToDiscard)
  | { kind: 'discard-unreadable'; found: UnreadableOperation }
  | { kind: 'decide'; item: OutboxItem }
  | { kind: 'link'; item: OutboxItem; records: SimilarRecord[] }
  | { kind: 'move'; item: OutboxItem; places: MoveTarget[] }
  | ({ kind: 'restore' } & AskedToRestore)

type OutboxDialogsProps = {
  dialog: OutboxDialog
  /** Closes the dialog, awaits the command and reports why it failed; calls `done` if it succeeded. */
  onRun: (command: Promise<RestoreOutcome>, done?: () => void) => Promise<void>
  onClose: () => void
}

export function OutboxDialogs({ dialog, onRun, onClose }: OutboxDialogsProps) {
  const device = useDevice()
  return (
    <>
      <DiscardDialog
        question={dialog.kind === 'discard' ? dialog : null}
        onCancel={onClose}
        onConfirm={({ operation, words }) =>
          void onRun(discardChange(device, operation.opId), () =>
            notify({ title: 'Change discarded', message: `${words.title}: ${words.what}` }),
          )
        }
      />
      <ConfirmDialog
        open={dialog.kind === 'discard-unreadable'}
        title="Discard the change that cannot be read?"
        confirmLabel="Discard"
        onCancel={onClose}
        onConfirm={() => {
          if (dialog.kind === 'discard-unreadable') void onRun(discardUnreadable(device, dialog.found))
        }}
      >
        <p>It is removed from this device and cannot be brought back. Export everything first to keep a copy.</p>
      </ConfirmDialog>
      <RestoreDialog
        question={dialog.kind === 'restore' ? dialog : null}
        onCancel={onClose}
        onConfirm={({ operation }) => void onRun(restoreDeleted(device, operation))}
      />
      {dialog.kind === 'link' && (
        <LinkToExistingSheet
          item={dialog.item}
          records={dialog.records}
          onClose={onClose}
          onChoose={(id) => void onRun(linkChange(device, dialog.item.operation.opId, id))}
        />
      )}
      {dialog.kind === 'move' && (
        <MoveSheet
          item={dialog.item}
          places={dialog.places}
          onClose={onClose}
          onChoose={(to) => void onRun(moveChange(device, dialog.item.operation.opId, to))}
        />
      )}
      {dialog.kind === 'decide' && (
        <ConflictSheet
          item={dialog.item}
          now={device.clock.now()}
          onClose={onClose}
          onDecide={(choices) => void onRun(decideConflict(device, dialog.item.operation.opId, choices))}
        />
      )}
    </>
  )
}

/** `with`: the changes that depend on `item` and are discarded too. */
type AskedToDiscard = { item: OutboxItem; with: OperationWords[] }

type DiscardDialogProps = {
  question: AskedToDiscard | null
  onCancel: () => void
  onConfirm: (item: OutboxItem) => void
}

function DiscardDialog({ question, onCancel, onConfirm }: DiscardDialogProps) {
  return (
    <ConfirmDialog
      open={question !== null}
      title={question === null ? '' : discardQuestion(question.item)}
      confirmLabel="Discard"
      onCancel={onCancel}
      onConfirm={() => question !== null && onConfirm(question.item)}
    >
      {question !== null && (
        <>
          <p>{discardConsequence(question.item)}</p>
          {question.with.length > 0 && <DiscardedToo changes={question.with} />}
        </>
      )}
    </ConfirmDialog>
  )
}

function DiscardedToo({ changes }: { changes: OperationWords[] }) {
  return (
    <>
      <p>These belong to it and are discarded too:</p>
      <ul>
        {changes.map(({ title, what }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the list never changes while it is shown
          <li key={index}>
            {title}: {what}
          </li>
        ))}
      </ul>
    </>
  )
}

function discardQuestion({ words, operation }: OutboxItem): string {
  // Names the kind of record, because a listing and its showings have the same title.
  if (operation.kind === 'create') return `Discard the new ${kinds[operation.entity].nameOnScreen}: ${words.title}?`
  return `Discard your change to ${words.title}?`
}

function discardConsequence({ words, operation }: OutboxItem): string {
  // The server may have the change; the next pull shows whether it does.
  if (operation.state === 'unknown')
    return `${words.what}. It may have reached the server already and will not be checked again.`
  switch (operation.kind) {
    case 'create':
      return `${words.what}. It is removed from this device and cannot be brought back.`
    case 'delete':
      return `${words.what}. The record stays as the server has it.`
    case 'update':
      return `${words.what}. This device shows again what the server has.`
  }
}

/** `item`: a change to a record that was deleted elsewhere. Restoring creates the record again, although similar `records` exist. */
type AskedToRestore = { item: OutboxItem; records: SimilarRecord[] }

type RestoreDialogProps = {
  question: AskedToRestore | null
  onCancel: () => void
  onConfirm: (item: OutboxItem) => void
}

function RestoreDialog({ question, onCancel, onConfirm }: RestoreDialogProps) {
  return (
    <ConfirmDialog
      open={question !== null}
      title={question === null ? '' : `Was ${question.item.words.title} already added again?`}
      confirmLabel="Restore as new"
      danger={false}
      onCancel={onCancel}
      onConfirm={() => question !== null && onConfirm(question.item)}
    >
      {question !== null && (
        <>
          <p>This looks like the same one. If you restore yours as new, there will be two.</p>
          <ul>
            {question.records.map(({ id, title, facts }) => (
              <li key={id}>
                {title}: {facts}
              </li>
            ))}
          </ul>
        </>
      )}
    </ConfirmDialog>
  )
}
