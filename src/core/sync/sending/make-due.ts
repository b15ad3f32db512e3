import type { Replica } from '#core/sync/ports.ts'
import { canBeUndone } from '#core/sync/writing/undo-delete.ts'

/**
 * *Sync now* tries whatever was planned, the slow lane included (faults C6, C26). A create that a server without keys may have still
 * waits its minute: that is looked at where it is settled (rule K3).
 */
export async function makeDue(replica: Replica, now: number): Promise<void> {
  await replica.transact('write', async (store) => {
    const planned = [...(await store.operationsInState('waiting')), ...(await store.operationsInState('unknown'))]
    for (const operation of planned) {
      // What can still be undone is sent when the agent asks for that (`endUndo`), and not because something else is tried again.
      if (operation.nextAt > now && !canBeUndone(operation, now)) await store.putOperation({ ...operation, nextAt: 0 })
    }
  })
}
