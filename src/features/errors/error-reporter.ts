type ErrorReporter = {
  report: (type: ErrorType, error: unknown) => void
  /** Sends waiting reports. Call it when the network returns. */
  flush: () => Promise<void>
}

type ReporterPorts = {
  describeContext: () => ErrorContext
  /** Null if this build does not report to the server. Resolves to false if the report must be sent again. */
  send: ((record: ErrorRecord) => Promise<boolean>) | null
}

/** A repeated error is reported at most once in this time. */
const repeatAfterMs = 60_000

/** Queues the latest errors of the browser's session and sends them one by one, in the background. */
export function createErrorReporter({ describeContext, send }: ReporterPorts): ErrorReporter {
  const lastReported = new Map<string, number>()
  let flushing: Promise<void> | null = null

  function report(type: ErrorType, error: unknown): void {
    const record = errorRecord(type, error, describeContext())
    const at = Date.parse(record.timestamp)
    const lastAt = lastReported.get(`${type} ${record.message}`)
    if (lastAt !== undefined && at - lastAt < repeatAfterMs) return
    lastReported.set(`${type} ${record.message}`, at)
    addToErrorLog(record)
    void flush()
  }

  async function sendWaiting(sendOne: NonNullable<ReporterPorts['send']>): Promise<void> {
    for (;;) {
      const next = readErrorLog().find((entry) => !entry.sent)
      if (next === undefined) return
      const { sent: _, ...record } = next
      // A failed report is not an error; it waits for the next flush.
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

const maxStoredErrors = 50

type LoggedError = ErrorRecord & { sent: boolean }

const storageKey = 'fanlight:errors'

/** Returns the latest errors of the browser's session, oldest first. They survive a reload, which users try after an error. */
export function readErrorLog(): LoggedError[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(stored) ? (stored as LoggedError[]) : []
  } catch {
    return []
  }
}

function addToErrorLog(record: ErrorRecord): void {
  write([...readErrorLog(), { ...record, sent: false }].slice(-maxStoredErrors))
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
    // Storage is full: only the log is lost.
  }
}

const errorTypes = ['uncaught', 'unhandled_rejection', 'boundary', 'api', 'performance'] as const
export type ErrorType = (typeof errorTypes)[number]

export type ErrorRecord = {
  type: ErrorType
  message: string
  stack: string
  timestamp: string
  user_agent: string
  /** Without query and fragment, which may contain search text. */
  page_url: string
  /** The agent's id, or 'anonymous'. */
  user_id: string
  /** A random id of the browser's session, which does not identify the agent. */
  session_id: string
  build_version: string
  environment: string
}

type ErrorContext = Omit<ErrorRecord, 'type' | 'message' | 'stack'>

const longestMessage = 1000
const longestStack = 8000

function errorRecord(type: ErrorType, error: unknown, scene: ErrorContext): ErrorRecord {
  const { message, stack } =
    error instanceof Error
      ? { message: `${error.name}: ${error.message}`, stack: error.stack ?? '' }
      : { message: String(error), stack: '' }
  return {
    type,
    message: withoutPersonalData(message).slice(0, longestMessage),
    stack: withoutPersonalData(stack).slice(0, longestStack),
    ...scene,
    page_url: withoutQuery(scene.page_url),
  }
}

function withoutQuery(address: string): string {
  return address.replace(/[?#].*$/s, '')
}

/** Removes emails, phone numbers, query strings and parts of records, which error messages may quote. */
function withoutPersonalData(text: string): string {
  return (
    text
      .replaceAll(/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, '[email]')
      .replaceAll(/\+?\(?\d{3}\)?[\s.-]\d{3}[\s.-]?\d{4}/g, '[phone]')
      .replaceAll(/\?[^\s:)'"]+/g, '')
      // Chromium and WebKit quote the text in their errors about invalid JSON.
      .replaceAll(/(?:\.{3})?".{0,100}?"(?:\.{3})?(?= is not valid JSON)/gs, '[text]')
      .replaceAll(/(JSON Parse error: [^"\n]*)"[^"\n]*"/g, '$1[text]')
  )
}
