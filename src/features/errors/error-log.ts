import type { ErrorRecord } from './error-record.ts'

const keptErrors = 50

/** One error of this browser session, and whether the server has it. */
type LoggedError = ErrorRecord & { sent: boolean }

const storageKey = 'fanlight:errors'

/** The latest fifty errors of the session, oldest first; they survive a reload, which is what people do after an error. */
export function readErrorLog(): LoggedError[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(stored) ? (stored as LoggedError[]) : []
  } catch {
    return []
  }
}

export function addToErrorLog(record: ErrorRecord): void {
  write([...readErrorLog(), { ...record, sent: false }].slice(-keptErrors))
}

export function markErrorsSent(records: readonly ErrorRecord[]): void {
  const sent = new Set(records.map(identityOf))
  const log = readErrorLog()
  for (const entry of log) {
    if (sent.has(identityOf(entry))) entry.sent = true
  }
  write(log)
}

function identityOf(record: ErrorRecord): string {
  return `${record.timestamp} ${record.type} ${record.message}`
}

function write(log: LoggedError[]): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(log))
  } catch {
    // A full session storage loses the log, never the work.
  }
}
