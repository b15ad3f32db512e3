import { describeOperation } from '#core/sync/records/describe-operation.ts'
import { kinds } from '#core/kinds/all-kinds.ts'
import { failureOf } from '#records/record-words.ts'
import { useKiosk } from '#state/kiosk.ts'
import { dismissNotification, dismissSaved, notify, useNotifications } from '#state/notifications.ts'
import type { Device } from '#storage/device/device.ts'
import { onRefusedOperations, type RefusedOperation } from '#storage/outbox/refused-operations.ts'

/**
 * Says aloud what the server definitely refuses, wherever the agent is by then (reading R4). Refusals of one kind
 * that are still on screen share one notification. What was refused before `since` (epoch milliseconds) is no news. Gives
 * back how to stop.
 */
export function tellRefusals(device: Device, since: number, openOutbox: () => void): () => void {
  const shown = new Map<string, { id: string; count: number }>()

  function tell({ operation, refusal, record, listing }: RefusedOperation) {
    dismissSaved(`${operation.entity} ${operation.key}`)
    const title = titleOf(operation, refusal)
    const before = shown.get(title)
    const isShown = before !== undefined && isOnScreen(before.id)
    if (isShown) dismissNotification(before.id)
    const count = isShown ? before.count + 1 : 1
    const { title: name } = describeOperation(operation, record, { listing })
    const id = notify({
      type: 'error',
      title,
      message: count === 1 ? `${name}: ${refusal.message}` : `${count} changes are kept in the Outbox.`,
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

function titleOf(
  { entity, kind, changes }: RefusedOperation['operation'],
  { code }: RefusedOperation['refusal'],
): string {
  // Its details are as good as they were.
  if (code === 'parent_gone') return `Couldn’t save the new ${kinds[entity].word}`
  const isIntelligent = entity === 'tour' && kind === 'create' && changes['planning'] === 'best'
  return isIntelligent ? 'Failed to create intelligent tour.' : failureOf(entity, kind)
}
