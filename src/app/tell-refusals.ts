import { describeOperation } from '#core/sync/records/describe-operation.ts'
import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import type { OperationKind } from '#core/sync/operation.ts'
import { useKiosk } from '#state/kiosk.ts'
import { dismissNotification, notify, useNotifications } from '#state/notifications.ts'
import type { Device } from '#storage/device.ts'
import { onRefusedOperations, type RefusedOperation } from '#storage/refused-operations.ts'

/**
 * Says aloud what the server definitely refuses, wherever the agent is by then (reading R4). Refusals of one kind
 * that are still on screen share one notification. What was refused before `since` (epoch milliseconds) is no news. Gives
 * back how to stop.
 */
export function tellRefusals(device: Device, since: number, openOutbox: () => void): () => void {
  const shown = new Map<string, { id: string; count: number }>()

  function tell({ operation, refusal, record, listing }: RefusedOperation) {
    const title = titleOf(operation, refusal)
    const before = shown.get(title)
    const isShown = before !== undefined && isOnScreen(before.id)
    if (isShown) dismissNotification(before.id)
    const count = isShown ? before.count + 1 : 1
    const { title: name } = describeOperation(operation, record, listing)
    const id = notify({
      type: 'error',
      title,
      message: count === 1 ? `${name}: ${refusal.message}` : `${count} changes wait in the Outbox.`,
      // Long enough to read it and reach for it.
      duration: 10_000,
      action: { label: 'Open Outbox', run: openOutbox },
    })
    shown.set(title, { id, count })
  }

  return onRefusedOperations(device.database, since, isKiosk, (refused) => {
    for (const one of refused) tell(one)
  })
}

/** What was refused may name an earlier visitor, who has no place in the memory of a page that visitors use. */
function isKiosk(): boolean {
  return useKiosk.getState().running !== null
}

function isOnScreen(id: string): boolean {
  return useNotifications.getState().notifications.some((notification) => notification.id === id)
}

function titleOf(operation: RefusedOperation['operation'], { code }: RefusedOperation['refusal']): string {
  const { entity, kind } = operation
  // Its details are as good as they were.
  if (code === 'parent_gone') return `A new ${kinds[entity].word} has lost its place`
  return entity === 'tour' ? tourFailure(operation) : failureOf(entity, kind)
}

/** The specification's sentences for tours. */
function tourFailure({ kind, changes }: RefusedOperation['operation']): string {
  if (kind === 'delete') return 'Failed to delete tour. Please try again.'
  if (kind === 'update') return 'Failed to update tour.'
  return changes['planning'] === 'best' ? 'Failed to create intelligent tour.' : 'Failed to create tour.'
}

/** The specification's sentence for it. */
function failureOf(entity: EntityName, kind: OperationKind): string {
  const isNew = kind === 'create'
  if (entity === 'property' && isNew) return 'Failed to add the property. Please try again.'
  if (entity === 'open_house_visit' && isNew) return 'Failed to add visitor. Please check the details and try again.'
  // A photo is changed in its listing's form.
  if (entity === 'listing_image') return 'Failed to update listing. Please try again.'
  const isVisit = entity === 'showing' || entity === 'open_house' || entity === 'open_house_visit'
  const advice = isVisit && kind !== 'delete' ? 'Please check the details and try again.' : 'Please try again.'
  return `Failed to ${kind} ${kinds[entity].word}. ${advice}`
}
