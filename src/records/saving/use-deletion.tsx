import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import { notify } from '#state/notifications.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { RowOf } from '#storage/database/rows.ts'
import type { DeletionOptions, DeletionState } from './deletion-dialog.tsx'

type Deletion<Row> = {
  /** Asks the agent to confirm, if necessary, and deletes the record. The function never changes, so that a list's rows do not render again. */
  ask: (record: Row) => void
  /** Place it anywhere in the view; it is empty until `ask` is called. */
  dialog: ReactNode
}

/** Deletes records of a kind on this device, after a question if `options` has a `name` or other records are deleted, too. Offers *Undo*. */
export function useDeletion<Entity extends EntityName>(
  entity: Entity,
  options: DeletionOptions<Entity>,
): Deletion<RowOf[Entity]> {
  const device = useDevice()
  const [state, setState] = useState<DeletionState<RowOf[Entity]>>({ kind: 'closed' })
  const [dialogModule, setDialogModule] = useState<typeof import('./deletion-dialog.tsx') | null>(null)

  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })

  const requestDeletion = useCallback(
    (record: RowOf[Entity]) => {
      // Loaded with the first deletion, or earlier when idle, because a list needs it only to delete.
      void import('./deletion-dialog.tsx')
        .then(async (loaded) => {
          setDialogModule(loaded)
          setState(await loaded.beginDeletion(device, entity, latest.current, record))
        })
        // `beginDeletion` shows its own failures; here the code could not be loaded.
        .catch(() => notify({ type: 'error', title: latest.current.failureDialogTitle ?? 'Nothing was deleted' }))
    },
    [device, entity],
  )

  return {
    ask: requestDeletion,
    dialog: dialogModule && (
      <dialogModule.DeletionDialog entity={entity} options={options} state={state} onState={setState} />
    ),
  }
}
