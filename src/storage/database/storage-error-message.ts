import { StorageError } from './storage-error.ts'

/** Returns the message of a `StorageError`. Logs any other error and returns '', because its message is not meant for agents. */
export function storageErrorMessage(error: unknown): string {
  if (error instanceof StorageError) return error.message
  console.error(error)
  return ''
}
