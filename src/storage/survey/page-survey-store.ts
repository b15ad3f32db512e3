import { type SurveyStore, openSurveyStore } from './survey-store.ts'
import { StorageError } from '#storage/database/storage-error.ts'

let opened: Promise<SurveyStore> | null = null

/** Returns this page's survey store; if the browser refuses storage, one in memory. After a failure, the next call tries again. */
export function pageSurveyStore(): Promise<SurveyStore> {
  opened ??= open()
  return opened
}

async function open(): Promise<SurveyStore> {
  try {
    const store = await openOnDiskOrInMemory()
    return {
      ...store,
      close: () => {
        opened = null
        store.close()
      },
    }
  } catch (error) {
    opened = null
    throw error
  }
}

async function openOnDiskOrInMemory(): Promise<SurveyStore> {
  try {
    return await openSurveyStore()
  } catch (error) {
    if (!(error instanceof StorageError && error.reason === 'refused')) throw error
    const { IDBFactory, IDBKeyRange } = await import('fake-indexeddb')
    return openSurveyStore(undefined, { indexedDB: new IDBFactory(), IDBKeyRange })
  }
}
