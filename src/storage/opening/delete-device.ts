import { databaseName } from '#storage/database/device-name.ts'
import { deleteDrafts } from '#storage/drafts/drafts.ts'
import { freezableIndexedDb } from '#storage/database/indexed-db.ts'
import { deletePhotoCache } from '#storage/photos/photo-cache.ts'
import { forgetAgent } from '#storage/device/remembered-agent.ts'
import { deleteShared } from '#storage/sharing/shared-content.ts'

/**
 * Wipes everything this agent has here: records, unsent work, drafts, recent activity, photos, what other apps have shared, the profile. Resolves
 * only when all of it is gone, so that the next agent's data is opened after it (fault D12). Close the device first;
 * other tabs close theirs when they see the deletion.
 */
export async function deleteDevice(agentId: string): Promise<void> {
  await deleteDatabase(databaseName(agentId))
  await Promise.all([deleteDrafts(agentId), deletePhotoCache(agentId), deleteShared(agentId)])
  deleteLocalValues(agentId)
  await forgetAgent(agentId)
}

/**
 * The longest wait for tabs that do not close their connection because they are frozen or suspended. The browser deletes when
 * they wake, before anybody can open the database again. WebKit does not fire `blocked` while it waits for a suspended tab.
 */
const deletionPatienceMs = 5000

function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = freezableIndexedDb().deleteDatabase(name)
    // Every connection of ours closes itself when it hears of the deletion, then this succeeds.
    request.addEventListener('success', () => resolve())
    request.addEventListener('error', () =>
      reject(new Error('The data could not be deleted.', { cause: request.error })),
    )
    setTimeout(resolve, deletionPatienceMs)
  })
}

/** Values in local storage carry the agent's id at the end of their name, such as `fanlight:recent-activity:7`. */
function deleteLocalValues(agentId: string) {
  if (typeof localStorage === 'undefined') return
  const names = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index))
  for (const name of names) {
    if (name?.startsWith('fanlight:') && name.endsWith(`:${agentId}`)) localStorage.removeItem(name)
  }
}
