import { errorRecord, type ErrorRecord, type ErrorScene, type ErrorType } from './error-record.ts'

type ErrorReporter = {
  report: (type: ErrorType, error: unknown) => void
  /** Sends what is waiting; called again when the network returns. */
  flush: () => Promise<void>
}

type ReporterPorts = {
  scene: () => ErrorScene
  /** Null when this build does not report to the server. False: not received, keep it. */
  send: ((record: ErrorRecord) => Promise<boolean>) | null
}

/** The same error in a loop is one report a minute, not thousands. */
const repeatAfterMs = 60_000

/** Queues errors (the latest fifty of the session) and sends them one by one, never in anybody's way. */
export function createErrorReporter({ scene, send }: ReporterPorts): ErrorReporter {
  const lastReported = new Map<string, number>()
  let flushing: Promise<void> | null = null

  function report(type: ErrorType, error: unknown): void {
    const record = errorRecord(type, error, scene())
    const at = Date.parse(record.timestamp)
    const sameBefore = lastReported.get(`${type} ${record.message}`)
    if (sameBefore !== undefined && at - sameBefore < repeatAfterMs) return
    lastReported.set(`${type} ${record.message}`, at)
    addToErrorLog(record)
    void flush()
  }

  async function sendWaiting(sendOne: NonNullable<ReporterPorts['send']>): Promise<void> {
    for (;;) {
      const next = readErrorLog().find((entry) => !entry.sent)
      if (next === undefined) return
      const { sent: _, ...record } = next
      // A report that fails is not worth an error of its own; it waits for the next occasion.
      const received = await sendOne(record).catch(() => false)
      if (!received) return
      markErrorsSent([record])
    }
  }

  function flush(): Promise<void> {
    if (send === null) return Promise.resolve()
    flushing ??= sendWaiting(send).finally(() => {
      flushing = null
    })
    return flushing
  }

  return { report, flush }
}

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

function addToErrorLog(record: ErrorRecord): void {
  write([...readErrorLog(), { ...record, sent: false }].slice(-keptErrors))
}

function markErrorsSent(records: readonly ErrorRecord[]): void {
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
