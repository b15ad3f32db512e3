/**
 * Why the device could not store or read data:
 * - `full`: no space, even after deleting data that can be fetched again
 * - `gone`: the data was deleted while this page was open
 * - `newer-version`: another tab runs a newer version; this one must reload
 * - `lost`: the connection to the database died and could not be reopened
 * - `refused`: the browser gives this page no storage
 */
export type StorageReason = 'full' | 'gone' | 'newer-version' | 'lost' | 'refused'

/** Nothing was saved; the form must stay open. */
export class StorageError extends Error {
  override name = 'StorageError'
  reason: StorageReason

  constructor(reason: StorageReason, options?: ErrorOptions) {
    super(messages[reason], options)
    this.reason = reason
  }
}

const messages: Record<StorageReason, string> = {
  full: 'This device has no room left, so the change is not saved. Free some space or export your work, then save again.',
  gone: 'The data on this device was cleared in another window. Copy what you typed, then reload.',
  'newer-version': 'A newer version is open in another tab. Reload this tab to continue.',
  lost: 'The connection to this device’s storage was lost, so the change is not saved. Reload to continue.',
  refused: 'This browser doesn’t allow storage, so nothing can be saved on this device.',
}

/** Whether an error in the chain of causes has one of the names. Dexie wraps browser errors, also those of bulk writes. */
function isCausedBy(error: unknown, ...names: string[]): boolean {
  let current: unknown = error
  for (let depth = 0; depth < 6 && current instanceof Error; depth += 1) {
    if (names.includes(current.name)) return true
    if ('failures' in current && Array.isArray(current.failures)) current = current.failures[0]
    else current = 'inner' in current && current.inner !== undefined ? current.inner : current.cause
  }
  return false
}

export function isQuotaError(error: unknown): boolean {
  return isCausedBy(error, 'QuotaExceededError')
}

/** The connection is dead, but the data may be intact: a phone was suspended, or the storage process restarted (fault A8). */
export function isConnectionLost(error: unknown): boolean {
  return isCausedBy(
    error,
    'InvalidStateError',
    'DatabaseClosedError',
    'OpenFailedError',
    'MissingAPIError',
    // WebKit ("Connection to Indexed Database server lost") and Chromium (an internal error) both use this name.
    'UnknownError',
    'AbortError',
  )
}
