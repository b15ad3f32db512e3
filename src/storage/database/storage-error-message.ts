import { StorageError } from './storage-error.ts'

/** Returns the text of a `StorageError`; empty for other errors, whose text is not for agents. */
export function storageErrorMessage(error: unknown): string {
  if (error instanceof StorageError) return error.message
  console.error(error)
  return ''
}
