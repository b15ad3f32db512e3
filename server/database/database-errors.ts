const names = {
  '23503': 'foreign_key_violation',
  '23505': 'unique_violation',
  '40001': 'serialization_failure',
  '40P01': 'deadlock_detected',
  '55P03': 'lock_not_available',
} as const

export type DatabaseErrorCode = (typeof names)[keyof typeof names]

/** The name of a database error that a program can act on; undefined for every other error. */
export function databaseErrorCode(error: unknown): DatabaseErrorCode | undefined {
  const code = propertyOf(error, 'code')
  return typeof code === 'string' && code in names ? names[code as keyof typeof names] : undefined
}

/** The name of the constraint that refused a row. */
export function violatedConstraint(error: unknown): string | undefined {
  const constraint = propertyOf(error, 'constraint')
  return typeof constraint === 'string' ? constraint : undefined
}

function propertyOf(error: unknown, name: string): unknown {
  return typeof error === 'object' && error !== null && name in error
    ? (error as Record<string, unknown>)[name]
    : undefined
}
