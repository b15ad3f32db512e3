import { StorageError } from './storage-error.ts'

/** What the device says about its own refusal to keep something; nothing for other errors, whose words are not for agents. */
export function storageProblem(error: unknown): string {
  if (error instanceof StorageError) return error.message
  console.error(error)
  return ''
}
