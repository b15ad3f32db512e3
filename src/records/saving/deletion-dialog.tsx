import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import { formatPlainServerNotice } from '#core/kinds/format-plain-server-notice.ts'
import type { ActivityType } from '#core/domain/account/recent-activity.ts'
import type { Reference } from '#core/sync/operation.ts'
import { isPlainServer } from '#state/connection.ts'
import { type NotificationLink, notify } from '#state/notifications.ts'
import { recordActivity } from '#state/recent-activity-store.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { Device } from '#storage/device/device.ts'
import type { RowOf } from '#storage/database/rows.ts'
import { storageErrorMessage } from '#storage/database/storage-error-message.ts'
import { ConfirmDialog, AlertDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { focusNextRowWhenGone } from '#ui/hooks/move-focus.ts'
import { type Children, formatChildren, countChildren } from './children.ts'
import { deleteWithUndo } from './delete-with-undo.ts'
import { failureOf, headingOf, wordOf } from '#records/record-labels.ts'

export type DeletionOptions<Entity extends EntityName> = {
  /** The record's name in the question. Without it, the question is asked only if other records would be deleted, too. */
  name?: (record: RowOf[Entity]) => string
  /** Another sentence in the question. */
  also?: (device: Device, record: RowOf[Entity]) => Promise<string | null>
  /** Other records, not its children, that are deleted and restored with it. */
  along?: (device: Device, record: RowOf[Entity]) => Promise<readonly Reference[]>
  message: (record: RowOf[Entity]) => string
  /** More actions in the notification. */
  links?: (device: Device, record: RowOf[Entity]) => Promise<readonly NotificationLink[]>
  /** Title of a dialog that shows failures; without it a notification shows them. */
  alert?: string
  activity?: ActivityType
  onDeleted?: (() => void) | undefined
}

export type DeletionState<Row> = { kind: 'closed' } | Asked<Row> | { kind: 'failed'; reason: string }

type Asked<Row> = { kind: 'asking' | 'deleting'; record: Row; children: Children; words: string }

/** Opens the question, or deletes at once if there is none. */
export async function beginDeletion<Entity extends EntityName>(
  device: Device,
  entity: Entity,
  options: DeletionOptions<Entity>,
  record: RowOf[Entity],
): Promise<DeletionState<RowOf[Entity]>> {
  const { name, also } = options
  try {
    const children = await countChildren(device.database, entity, record.key)
    const lost = formatChildren(children)
    if (name === undefined && lost === null) {
      if (document.activeElement instanceof HTMLElement) focusNextRowWhenGone(document.activeElement)
      await remove(device, entity, options, { record, children })
      return { kind: 'closed' }
    }
    const stays = staysHere(entity, record)
    const words = [
      name && `${name(record)}${lost === null && stays === null ? ` ${whereItGoes}` : '.'}`,
      stays,
      lost && `${lost.replace('its', 'Its')} will be deleted too.`,
      await also?.(device, record),
    ]
    return { kind: 'asking', record, children, words: words.filter(Boolean).join(' ') }
  } catch (error) {
    return failed(entity, options, error)
  }
}

const whereItGoes = 'is removed from this device now, and from the server when the deletion is sent.'

/** Text for a record that a plain server has and cannot delete: it is only hidden. Null for every other record. */
function staysHere(entity: EntityName, record: { id?: number }): string | null {
  const isThere = isPlainServer() && record.id !== undefined
  return isThere ? formatPlainServerNotice(entity, 'delete') : null
}

/** Calls `close` before `onDeleted`, which may leave the page. */
async function remove<Entity extends EntityName>(
  device: Device,
  entity: Entity,
  { message, links, activity, onDeleted, along }: DeletionOptions<Entity>,
  { record, children }: Pick<Asked<RowOf[Entity]>, 'record' | 'children'>,
  close?: () => void,
): Promise<void> {
  const stays = staysHere(entity, record)
  const wasThere = await deleteWithUndo(device, {
    entity,
    key: record.key,
    message: stays ?? message(record),
    title: `${headingOf(entity, record)} ${stays === null ? 'Deleted' : 'Hidden'}`,
    children,
    links: (await links?.(device, record).catch(() => [])) ?? [],
    along: await along?.(device, record),
  })
  close?.()
  if (!wasThere) return
  if (activity !== undefined) recordActivity(activity, kinds[entity].title(record, {}))
  onDeleted?.()
}

function failed<Entity extends EntityName>(
  entity: Entity,
  { alert }: DeletionOptions<Entity>,
  error: unknown,
): DeletionState<RowOf[Entity]> {
  const reason = storageErrorMessage(error)
  if (alert !== undefined) return { kind: 'failed', reason }
  notify({ type: 'error', title: failureOf(entity, 'delete'), message: reason })
  return { kind: 'closed' }
}

type DeletionDialogProps<Entity extends EntityName> = {
  entity: Entity
  options: DeletionOptions<Entity>
  state: DeletionState<RowOf[Entity]>
  onState: (state: DeletionState<RowOf[Entity]>) => void
}

export function DeletionDialog<Entity extends EntityName>(props: DeletionDialogProps<Entity>) {
  const { entity, options, state, onState } = props
  const device = useDevice()
  const asked = state.kind === 'asking' || state.kind === 'deleting' ? state : null
  const close = () => onState({ kind: 'closed' })

  async function confirm(confirmed: Asked<RowOf[Entity]>): Promise<void> {
    onState({ ...confirmed, kind: 'deleting' })
    try {
      await remove(device, entity, options, confirmed, close)
    } catch (error) {
      onState(failed(entity, options, error))
    }
  }

  return (
    <>
      <ConfirmDialog
        open={asked !== null}
        title={`Are you sure you want to delete this ${wordOf(entity, asked?.record)}?`}
        busy={asked?.kind === 'deleting'}
        onConfirm={() => asked !== null && void confirm(asked)}
        onCancel={close}
      >
        {asked !== null && <p>{asked.words}</p>}
      </ConfirmDialog>
      {options.alert !== undefined && (
        <AlertDialog open={state.kind === 'failed'} title={options.alert} onClose={close}>
          {state.kind === 'failed' && <p>{state.reason === '' ? 'Nothing was changed.' : state.reason}</p>}
        </AlertDialog>
      )}
    </>
  )
}
