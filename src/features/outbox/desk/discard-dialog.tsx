import { kinds } from '#core/kinds/all-kinds.ts'
import type { OperationWords } from '#core/sync/records/describe-operation.ts'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import type { OutboxItem } from '#features/outbox/outbox-queries.ts'

/** A change that is to be discarded, and those that go with it. */
export type AskedToDiscard = { item: OutboxItem; with: OperationWords[] }

type DiscardDialogProps = {
  asked: AskedToDiscard | null
  onCancel: () => void
  onConfirm: (item: OutboxItem) => void
}

/** Says what is lost before a change is discarded. */
export function DiscardDialog({ asked, onCancel, onConfirm }: DiscardDialogProps) {
  return (
    <ConfirmDialog
      open={asked !== null}
      title={asked === null ? '' : discardQuestion(asked.item)}
      confirmLabel="Discard"
      onCancel={onCancel}
      onConfirm={() => asked !== null && onConfirm(asked.item)}
    >
      {asked !== null && (
        <>
          <p>{discardConsequence(asked.item)}</p>
          {asked.with.length > 0 && <GoesWithIt changes={asked.with} />}
        </>
      )}
    </ConfirmDialog>
  )
}

function GoesWithIt({ changes }: { changes: OperationWords[] }) {
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
  // A listing and its showings have one title.
  if (operation.kind === 'create') return `Discard the new ${kinds[operation.entity].word}: ${words.title}?`
  return `Discard your change to ${words.title}?`
}

function discardConsequence({ words, operation }: OutboxItem): string {
  // It is not known yet; the next pull shows what is true.
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
