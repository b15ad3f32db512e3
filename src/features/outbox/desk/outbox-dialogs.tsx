import { notify } from '#state/notifications.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { UnreadableOperation } from '#storage/database/device-database.ts'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { ConflictSheet } from '#features/outbox/deciding/conflict-sheet.tsx'
import { type AskedToDiscard, DiscardDialog } from './discard-dialog.tsx'
import { ExistingSheet } from '#features/outbox/deciding/existing-sheet.tsx'
import { MoveSheet } from '#features/outbox/deciding/move-sheet.tsx'
import type { Place } from '#features/outbox/other-places.ts'
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
import { type AskedToRestore, RestoreDialog } from '#features/outbox/deciding/restore-dialog.tsx'
import type { SimilarRecord } from '#features/outbox/deciding/similar-records.ts'

/** What the agent is asked before something is done that cannot be taken back. */
export type AskedInOutbox =
  | { kind: 'nothing' }
  | ({ kind: 'discard' } & AskedToDiscard)
  | { kind: 'discard-unreadable'; found: UnreadableOperation }
  | { kind: 'decide'; item: OutboxItem }
  | { kind: 'link'; item: OutboxItem; records: SimilarRecord[] }
  | { kind: 'move'; item: OutboxItem; places: Place[] }
  | ({ kind: 'restore' } & AskedToRestore)

type OutboxDialogsProps = {
  asking: AskedInOutbox
  /** Closes the dialog and says how the command went. */
  onRun: (command: Promise<RestoreOutcome>, done?: () => void) => Promise<void>
  onClose: () => void
}

/** The questions of the Outbox, each with the command that its answer runs. */
export function OutboxDialogs({ asking, onRun, onClose }: OutboxDialogsProps) {
  const device = useDevice()
  return (
    <>
      <DiscardDialog
        asked={asking.kind === 'discard' ? asking : null}
        onCancel={onClose}
        onConfirm={({ operation, words }) =>
          void onRun(discardChange(device, operation.opId), () =>
            notify({ title: 'Change discarded', message: `${words.title}: ${words.what}` }),
          )
        }
      />
      <ConfirmDialog
        open={asking.kind === 'discard-unreadable'}
        title="Discard the change that cannot be read?"
        confirmLabel="Discard"
        onCancel={onClose}
        onConfirm={() => {
          if (asking.kind === 'discard-unreadable') void onRun(discardUnreadable(device, asking.found))
        }}
      >
        <p>It is removed from this device and cannot be brought back. Export everything first to keep a copy.</p>
      </ConfirmDialog>
      <RestoreDialog
        asked={asking.kind === 'restore' ? asking : null}
        onCancel={onClose}
        onConfirm={({ operation }) => void onRun(restoreDeleted(device, operation))}
      />
      {asking.kind === 'link' && (
        <ExistingSheet
          item={asking.item}
          records={asking.records}
          onClose={onClose}
          onChoose={(id) => void onRun(linkChange(device, asking.item.operation.opId, id))}
        />
      )}
      {asking.kind === 'move' && (
        <MoveSheet
          item={asking.item}
          places={asking.places}
          onClose={onClose}
          onChoose={(to) => void onRun(moveChange(device, asking.item.operation.opId, to))}
        />
      )}
      {asking.kind === 'decide' && (
        <ConflictSheet
          item={asking.item}
          now={device.clock.now()}
          onClose={onClose}
          onDecide={(choices) => void onRun(decideConflict(device, asking.item.operation.opId, choices))}
        />
      )}
    </>
  )
}
