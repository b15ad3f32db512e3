/** PostgreSQL's error codes that the server handles by name. Our own SQL raises `FL409` if a device has seen another history. */
const names = {
  '23503': 'foreign_key_violation',
  '23505': 'unique_violation',
  '40001': 'serialization_failure',
  '40P01': 'deadlock_detected',
  '55P03': 'lock_not_available',
  FL409: 'history_changed',
} as const

type DatabaseErrorCode = (typeof names)[keyof typeof names]

export function databaseErrorCode(error: unknown): DatabaseErrorCode | undefined {
  const code = propertyOf(error, 'code')
  return typeof code === 'string' && code in names ? names[code as keyof typeof names] : undefined
}

export function violatedConstraint(error: unknown): string | undefined {
  const constraint = propertyOf(error, 'constraint')
  return typeof constraint === 'string' ? constraint : undefined
}

const transientCodes: ReadonlySet<unknown> = new Set([
  'ECONNRESET',
  'EHOSTUNREACH',
  'EPIPE',
  'ETIMEDOUT',
  // Time limits: idle in a transaction, and of one statement.
  '25P03',
  '57014',
  // Too many connections, and a lock that was not free in time.
  '53300',
  '55P03',
  // The database is stopping, has crashed, or is starting.
  '57P01',
  '57P02',
  '57P03',
])

/** Whether the request can be retried: a lock or connection was not free in time, or the database is restarting. */
export function isTransient(error: Error): boolean {
  return (
    transientCodes.has(propertyOf(error, 'code')) ||
    propertyOf(error, 'syscall') === 'connect' ||
    // `pg` sets no code on these errors.
    /^Connection terminated|not queryable$|^timeout exceeded when trying to connect/.test(error.message)
  )
}

const diskFullCodes: ReadonlySet<unknown> = new Set(['53100', 'ENOSPC', 'EDQUOT'])

export function isDiskFull(error: unknown): boolean {
  return diskFullCodes.has(propertyOf(error, 'code')) || (error instanceof Error && isDiskFull(error.cause))
}

const damageCodes: ReadonlySet<unknown> = new Set(['58030', '58P01', 'XX001', 'XX002'])

/** Whether the database reports missing, unreadable or damaged files. */
export function isDamage(error: unknown): boolean {
  return damageCodes.has(propertyOf(error, 'code')) || (error instanceof Error && isDamage(error.cause))
}

function propertyOf(error: unknown, name: string): unknown {
  return typeof error === 'object' && error !== null && name in error
    ? (error as Record<string, unknown>)[name]
    : undefined
}
