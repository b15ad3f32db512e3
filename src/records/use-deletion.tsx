import { type ReactNode, useState } from 'react'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import { notify } from '#state/notifications.ts'
import { useDevice } from '#storage/device-context.tsx'
import type { RowOf } from '#storage/rows.ts'
import { storageProblem } from '#storage/storage-problem.ts'
import type { DeletionOptions, DeletionState } from './deletion-dialog.tsx'

type Deletion<Row> = {
  ask: (record: Row) => void
  /** Place it anywhere in the view; it shows itself when asked. */
  dialog: ReactNode
}

/** Deletes records of a kind on this device, after the question where there is one, and offers to undo it. */
export function useDeletion<Entity extends EntityName>(
  entity: Entity,
  options: DeletionOptions<Entity>,
): Deletion<RowOf[Entity]> {
  const device = useDevice()
  const [state, setState] = useState<DeletionState<RowOf[Entity]>>({ kind: 'closed' })
  const [parts, setParts] = useState<typeof import('./deletion-dialog.tsx') | null>(null)

  async function ask(record: RowOf[Entity]): Promise<void> {
    try {
      // Loaded when a deletion is asked for, or ahead of that in a quiet moment: a list only reads.
      const loaded = await import('./deletion-dialog.tsx')
      setParts(loaded)
      setState(await loaded.beginDeletion(device, entity, options, record))
    } catch (error) {
      // The code that words failures may be what is missing.
      notify({ type: 'error', title: options.alert ?? 'Nothing was deleted', message: storageProblem(error) })
    }
  }

  return {
    ask: (record) => void ask(record),
    dialog: parts && <parts.DeletionDialog entity={entity} options={options} state={state} onState={setState} />,
  }
}
