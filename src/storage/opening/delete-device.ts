import { databaseName } from '#storage/database/device-name.ts'
import { deleteDrafts } from '#storage/drafts/drafts.ts'
import { freezableIndexedDb } from '#storage/database/freezable-indexed-db.ts'
import { deletePhotoCache } from '#storage/photos/photo-cache.ts'
import { forgetAgent } from '#storage/device/remembered-agent.ts'
import { deleteShared } from '#storage/sharing/shared-content.ts'

/**
 * Deletes all of this agent's data on this device. Resolves when it is deleted, so that another agent's data is opened only then
 * (fault D12). Close the device's database first; other tabs close it when they receive `versionchange`.
 */
export async function deleteDevice(agentId: string): Promise<void> {
  await deleteDatabase(databaseName(agentId))
  await Promise.all([deleteDrafts(agentId), deletePhotoCache(agentId), deleteShared(agentId)])
  deleteLocalValues(agentId)
  await forgetAgent(agentId)
}

/**
 * The longest wait for frozen or suspended tabs, which cannot close their connections. The browser deletes the database when they wake, in
 * any case before it can be opened again. A timer is needed because WebKit does not fire `blocked` while it waits for a suspended tab.
 */
const longestDeletionMs = 5000

function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = freezableIndexedDb().deleteDatabase(name)
    // All tabs close their connections on `versionchange`, so this succeeds.
    request.addEventListener('success', () => resolve())
    request.addEventListener('error', () =>
      reject(new Error('The data could not be deleted.', { cause: request.error })),
    )
    setTimeout(resolve, longestDeletionMs)
  })
}

/** Deletes the agent's values in local storage, whose names end with the agent's id: `fanlight:recent-activity:7`. */
function deleteLocalValues(agentId: string) {
  if (typeof localStorage === 'undefined') return
  const names = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index))
  for (const name of names) {
    if (name?.startsWith('fanlight:') && name.endsWith(`:${agentId}`)) localStorage.removeItem(name)
  }
}
