import { databaseName } from '#storage/database/device-name.ts'
import { deleteDrafts } from '#storage/drafts/drafts.ts'
import { freezableIndexedDb } from '#storage/database/freezable-indexed-db.ts'
import { deletePhotoCache } from '#storage/photos/photo-cache.ts'
import { forgetAgent } from '#storage/device/remembered-agent.ts'
import { deleteShared } from '#storage/sharing/shared-content.ts'

/**
 * Deletes all of this agent's data here. Resolves afterwards, so that the next agent's data opens after it (fault D12). Close
 * the device first; other tabs close theirs when they see the deletion.
 */
export async function deleteDevice(agentId: string): Promise<void> {
  await deleteDatabase(databaseName(agentId))
  await Promise.all([deleteDrafts(agentId), deletePhotoCache(agentId), deleteShared(agentId)])
  deleteLocalValues(agentId)
  await forgetAgent(agentId)
}

/**
 * Longest wait for frozen or suspended tabs to close their connections. The browser deletes when they wake, before the database
 * can be opened again. WebKit does not fire `blocked` while it waits for a suspended tab.
 */
const deletionPatienceMs = 5000

function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = freezableIndexedDb().deleteDatabase(name)
    // Our connections in all tabs close on `versionchange`, so that this succeeds.
    request.addEventListener('success', () => resolve())
    request.addEventListener('error', () =>
      reject(new Error('The data could not be deleted.', { cause: request.error })),
    )
    setTimeout(resolve, deletionPatienceMs)
  })
}

/** These names end with the agent's id, such as `fanlight:recent-activity:7`. */
function deleteLocalValues(agentId: string) {
  if (typeof localStorage === 'undefined') return
  const names = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index))
  for (const name of names) {
    if (name?.startsWith('fanlight:') && name.endsWith(`:${agentId}`)) localStorage.removeItem(name)
  }
}
