import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import type { OutboxItem } from '#features/outbox/outbox-queries.ts'
import type { SimilarRecord } from './similar-records.ts'

/** A deleted record that is to be restored, and those that are much like it. */
export type AskedToRestore = { item: OutboxItem; records: SimilarRecord[] }

type RestoreDialogProps = {
  asked: AskedToRestore | null
  onCancel: () => void
  onConfirm: (item: OutboxItem) => void
}

/** Asks before a record is restored that seems to be there again. */
export function RestoreDialog({ asked, onCancel, onConfirm }: RestoreDialogProps) {
  return (
    <ConfirmDialog
      open={asked !== null}
      title={asked === null ? '' : `Was ${asked.item.words.title} already added again?`}
      confirmLabel="Restore as new"
      danger={false}
      onCancel={onCancel}
      onConfirm={() => asked !== null && onConfirm(asked.item)}
    >
      {asked !== null && (
        <>
          <p>This looks like the same one. If you restore yours as new, there will be two.</p>
          <ul>
            {asked.records.map(({ id, title, facts }) => (
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
