import * as v from 'valibot'

/** A schema of what comes of a function, which may refuse with reasons. */
export function parsedBy<Output>(
  parse: (said: unknown) => { output: Output } | { reasons: string[] },
): v.GenericSchema<unknown, Output> {
  return v.pipe(
    v.unknown(),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const parsed = parse(dataset.value)
      if ('output' in parsed) return parsed.output
      for (const message of parsed.reasons) addIssue({ message })
      return NEVER
    }),
  )
}

/** The reasons for which a schema refuses. */
export function reasonsOf(parsed: v.SafeParseResult<v.GenericSchema>): string[] {
  return parsed.success ? [] : parsed.issues.map(({ message }) => message)
}
