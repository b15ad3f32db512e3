import * as v from 'valibot'
import type { Fields } from '#core/contract/json.ts'

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

export type ImportName = 'clients' | 'appointments' | 'listings' | 'figures'

/** Something as a file says it, before the rules of its kind are asked. */
export type SaidInFile = Fields & {
  /** Where it stands in the file, counted from 1. */
  line: number
}

/** What is brought of one kind: its rules, and by what two of them are the same. */
export type ImportKind<New extends Fields = Fields> = {
  name: ImportName
  schema: v.GenericSchema<unknown, New>
  titleOf(record: Fields): string
  /** What is said of one that is here beside one of the file; its title unless something else tells them apart. */
  saysOf?(known: Fields): string
  /** Two that share one of these may be the same. Blank ones are no names. */
  namesOf(record: New): string[]
  /** Whether two that share a name are the same for certain. */
  isSure(one: New, other: New): boolean
  /** What one that is here would gain from the file. */
  additionsTo(known: New, record: New): { [Field in keyof New]?: New[Field] }
  /** Whether a record that is here can be brought together with one of the file. */
  canMerge: boolean
}

/** One that the agent has. */
export type Known<New extends Fields = Fields> = New & { key: string }
