/** Returns where an error happened, for the log, without its message, which may contain personal data from a row. */
export function traceOf(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: 'unknown' }
  const { cause } = error
  return {
    name: error.name,
    code: 'code' in error ? error.code : undefined,
    frames: framesOf(error),
    ...(cause instanceof Error ? { cause: { name: cause.name, frames: framesOf(cause) } } : {}),
  }
}

function framesOf(error: Error): string[] {
  return (error.stack ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at '))
    .slice(0, 12)
}
