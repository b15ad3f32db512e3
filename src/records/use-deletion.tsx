import { type ReactNode, useState } from 'react'
import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import { notify } from '#state/notifications.ts'
import { useDevice } from '#storage/device-context.tsx'
import type { Device } from '#storage/device.ts'
import type { RowOf } from '#storage/rows.ts'
import { storageProblem } from '#storage/storage-problem.ts'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { type Children, childrenInWords, countChildren } from './children.ts'
import { failureOf } from './record-words.ts'

type DeletionOptions<Entity extends EntityName> = {
  /** The record in the question. A kind without it is asked about only when other records would go along. */
  name?: (record: RowOf[Entity]) => string
  /** What else the question says. */
  also?: (device: Device, record: RowOf[Entity]) => Promise<string | null>
  /** What the notification says. */
  message: (record: RowOf[Entity]) => string
  /** Says in a dialog with this title that this device could not delete it; otherwise a notification says so. */
  alert?: string
  onDeleted?: (() => void) | undefined
}

type Deletion<Row> = {
  ask: (record: Row) => void
  /** Place it anywhere in the view; it shows itself when asked. */
  dialog: ReactNode
}

type State<Row> = { kind: 'closed' } | Asked<Row> | { kind: 'failed'; reason: string }
type Asked<Row> = { kind: 'asking' | 'deleting'; record: Row; children: Children; words: string }

/** Deletes records of a kind on this device, after the question where there is one, and offers to undo it. */
export function useDeletion<Entity extends EntityName>(
  entity: Entity,
  { name, also, message, alert, onDeleted }: DeletionOptions<Entity>,
): Deletion<RowOf[Entity]> {
  type Row = RowOf[Entity]
  const device = useDevice()
  const { word, cascades } = kinds[entity]
  const [state, setState] = useState<State<Row>>({ kind: 'closed' })
  const close = () => setState({ kind: 'closed' })
  const asked = state.kind === 'asking' || state.kind === 'deleting' ? state : null

  async function ask(record: Row): Promise<void> {
    try {
      const children = await countChildren(device.database, entity, record.key)
      const lost = childrenInWords(children)
      if (name === undefined && lost === null) return await remove({ record, children })
      const words = [
        name && `${name(record)}${cascades.length > 0 ? '.' : ` ${whereItGoes}`}`,
        lost && `${lost.replace('its', 'Its')} will be deleted too.`,
        await also?.(device, record),
      ]
      setState({ kind: 'asking', record, children, words: words.filter(Boolean).join(' ') })
    } catch (error) {
      fail(error)
    }
  }

  async function confirm(asked: Asked<Row>): Promise<void> {
    setState({ ...asked, kind: 'deleting' })
    try {
      await remove(asked)
    } catch (error) {
      fail(error)
    }
  }

  async function remove({ record, children }: Pick<Asked<Row>, 'record' | 'children'>): Promise<void> {
    // Loaded when a deletion is asked for, or ahead of that in a quiet moment: a list only reads.
    const { deleteWithUndo } = await import('./delete-with-undo.ts')
    const wasThere = await deleteWithUndo(device, { entity, key: record.key, message: message(record), children })
    close()
    if (wasThere) onDeleted?.()
  }

  function fail(error: unknown): void {
    const reason = storageProblem(error)
    setState(alert === undefined ? { kind: 'closed' } : { kind: 'failed', reason })
    if (alert === undefined) notify({ type: 'error', title: failureOf(entity, 'delete'), message: reason })
  }

  return {
    ask: (record) => void ask(record),
    dialog: (
      <>
        <ConfirmDialog
          open={asked !== null}
          title={`Are you sure you want to delete this ${word}?`}
          busy={asked?.kind === 'deleting'}
          onConfirm={() => asked !== null && void confirm(asked)}
          onCancel={close}
        >
          {asked !== null && <p>{asked.words}</p>}
        </ConfirmDialog>
        {alert !== undefined && (
          <AlertDialog open={state.kind === 'failed'} title={alert} onClose={close}>
            {state.kind === 'failed' && <p>{state.reason === '' ? 'Nothing was changed.' : state.reason}</p>}
          </AlertDialog>
        )}
      </>
    ),
  }
}

const whereItGoes = 'is removed from this device now, and from the server when the deletion is sent.'
