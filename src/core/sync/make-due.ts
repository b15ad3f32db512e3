import { operationPages } from './operation-pages.ts'
import type { Operation } from './operation.ts'
import type { Replica } from './ports.ts'
import { canBeUndone } from './undo-delete.ts'

/**
 * *Sync now* tries whatever was planned, the slow lane included (faults C6, C26). A create that a server without keys may have still
 * waits its minute: that is looked at where it is settled (rule K3).
 */
export async function makeDue(replica: Replica, now: number): Promise<void> {
  await replica.transact('write', async (store) => {
    const later: Operation[] = []
    for await (const page of operationPages(store))
      later.push(...page.filter((operation) => waitsForItsTime(operation, now)))
    for (const operation of later) await store.putOperation({ ...operation, nextAt: 0 })
  })
}

function waitsForItsTime(operation: Operation, now: number): boolean {
  const { state, nextAt } = operation
  // What can still be undone is sent when the agent asks for that (`endUndo`), and not because something else is tried again.
  return (state === 'waiting' || state === 'unknown') && nextAt > now && !canBeUndone(operation, now)
}
