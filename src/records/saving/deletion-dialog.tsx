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
import { failureMessageOf, kindNameAsHeading, kindNameOnScreen } from '#records/record-labels.ts'

export type DeletionOptions<Entity extends EntityName> = {
  /** The record's name in the question. Without it, the question is shown only if other records would be deleted, too. */
  name?: (record: RowOf[Entity]) => string
  /** Returns another sentence for the question. */
  extraSentence?: (device: Device, record: RowOf[Entity]) => Promise<string | null>
  /** Returns records, other than its child records, that are deleted with it; *Undo* restores them, too. */
  deletedWith?: (device: Device, record: RowOf[Entity]) => Promise<readonly Reference[]>
  /** Returns the message of the notification after the deletion. */
  message: (record: RowOf[Entity]) => string
  /** Returns more links for the notification. */
  links?: (device: Device, record: RowOf[Entity]) => Promise<readonly NotificationLink[]>
  /** Title of a dialog that shows failures; without it a notification shows them. */
  failureDialogTitle?: string
  /** Adds the deletion to Recent Activity under this type. */
  activity?: ActivityType
  onDeleted?: (() => void) | undefined
}

export type DeletionState<Row> = { kind: 'closed' } | OpenQuestion<Row> | { kind: 'failed'; reason: string }

type OpenQuestion<Row> = { kind: 'asking' | 'deleting'; record: Row; children: Children; words: string }

/** Returns the state in which the dialog shows the question; if none is needed, deletes the record and returns `closed`. */
export async function beginDeletion<Entity extends EntityName>(
  device: Device,
  entity: Entity,
  options: DeletionOptions<Entity>,
  record: RowOf[Entity],
): Promise<DeletionState<RowOf[Entity]>> {
  const { name, extraSentence } = options
  try {
    const children = await countChildren(device.database, entity, record.key)
    const childrenText = formatChildren(children)
    if (name === undefined && childrenText === null) {
      if (document.activeElement instanceof HTMLElement) focusNextRowWhenGone(document.activeElement)
      await remove(device, entity, options, { record, children })
      return { kind: 'closed' }
    }
    const hiddenNotice = hiddenOnlyNotice(entity, record)
    const words = [
      name && `${name(record)}${childrenText === null && hiddenNotice === null ? ` ${whatHappens}` : '.'}`,
      hiddenNotice,
      childrenText && `${childrenText.replace('its', 'Its')} will be deleted too.`,
      await extraSentence?.(device, record),
    ]
    return { kind: 'asking', record, children, words: words.filter(Boolean).join(' ') }
  } catch (error) {
    return failed(entity, options, error)
  }
}

const whatHappens = 'is removed from this device now, and from the server when the deletion is sent.'

/** Returns a notice if the plain server cannot delete the record, so that it is only hidden on this device; null otherwise. */
function hiddenOnlyNotice(entity: EntityName, record: { id?: number }): string | null {
  const isOnPlainServer = isPlainServer() && record.id !== undefined
  return isOnPlainServer ? formatPlainServerNotice(entity, 'delete') : null
}

/** Deletes the record. Calls `close` before `onDeleted`, because `onDeleted` may navigate to another page. */
async function remove<Entity extends EntityName>(
  device: Device,
  entity: Entity,
  { message, links, activity, onDeleted, deletedWith }: DeletionOptions<Entity>,
  { record, children }: Pick<OpenQuestion<RowOf[Entity]>, 'record' | 'children'>,
  close?: () => void,
): Promise<void> {
  const hiddenNotice = hiddenOnlyNotice(entity, record)
  const wasDeleted = await deleteWithUndo(device, {
    entity,
    key: record.key,
    message: hiddenNotice ?? message(record),
    title: `${kindNameAsHeading(entity, record)} ${hiddenNotice === null ? 'Deleted' : 'Hidden'}`,
    children,
    links: (await links?.(device, record).catch(() => [])) ?? [],
    deletedTogether: await deletedWith?.(device, record),
  })
  close?.()
  if (!wasDeleted) return
  if (activity !== undefined) recordActivity(activity, kinds[entity].title(record, {}))
  onDeleted?.()
}

function failed<Entity extends EntityName>(
  entity: Entity,
  { failureDialogTitle }: DeletionOptions<Entity>,
  error: unknown,
): DeletionState<RowOf[Entity]> {
  const reason = storageErrorMessage(error)
  if (failureDialogTitle !== undefined) return { kind: 'failed', reason }
  notify({ type: 'error', title: failureMessageOf(entity, 'delete'), message: reason })
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
  const question = state.kind === 'asking' || state.kind === 'deleting' ? state : null
  const close = () => onState({ kind: 'closed' })

  async function confirm(confirmed: OpenQuestion<RowOf[Entity]>): Promise<void> {
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
        open={question !== null}
        title={`Are you sure you want to delete this ${kindNameOnScreen(entity, question?.record)}?`}
        busy={question?.kind === 'deleting'}
        onConfirm={() => question !== null && void confirm(question)}
        onCancel={close}
      >
        {question !== null && <p>{question.words}</p>}
      </ConfirmDialog>
      {options.failureDialogTitle !== undefined && (
        <AlertDialog open={state.kind === 'failed'} title={options.failureDialogTitle} onClose={close}>
          {state.kind === 'failed' && <p>{state.reason === '' ? 'Nothing was changed.' : state.reason}</p>}
        </AlertDialog>
      )}
    </>
  )
}
