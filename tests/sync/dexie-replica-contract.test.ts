import { deleteDevice } from '#storage/opening/delete-device.ts'
import { openDevice } from '#storage/opening/open-device.ts'
import { saveFile } from '#storage/database/file-pieces.ts'
import { replicaContract } from './replica-contract.ts'

replicaContract('The device database', async () => {
  const device = await openDevice('1')
  return {
    replica: device.replica,
    keepFile: async (file, bytes) => {
      await saveFile(device.database, file.blobKey, new Blob([new Uint8Array(bytes)]), file)
    },
    storeRaw: async (raw) => {
      await device.database.table('outbox').add(raw)
    },
    unreadable: async () => (await device.database.attention.toArray()).map(({ raw, at }) => ({ raw, at })),
    close: async () => {
      device.close()
      await deleteDevice('1')
    },
  }
})
