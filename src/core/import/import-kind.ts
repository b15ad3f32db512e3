import * as v from 'valibot'
import type { Fields } from '#core/contract/json.ts'

/** Returns a schema that validates with `parse`, whose `reasons` become the issues. */
export function schemaFromParser<Output>(
  parse: (value: unknown) => { output: Output } | { reasons: string[] },
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

export function reasonsOf(parsed: v.SafeParseResult<v.GenericSchema>): string[] {
  return parsed.success ? [] : parsed.issues.map(({ message }) => message)
}

export type ImportName = 'clients' | 'appointments' | 'listings' | 'figures'

/** A record as the file has it, before validation. */
export type FileRecord = Fields & {
  /** Its line in the file, from 1. */
  line: number
}

/** What an import of one kind of record needs. */
export type ImportKind<New extends Fields = Fields> = {
  name: ImportName
  schema: v.GenericSchema<unknown, New>
  titleOf(record: Fields): string
  /** Describes a record of the agent that is shown beside one of the file, if its title is not enough. */
  saysOf?(known: Fields): string
  /** Returns what duplicates are found by, such as emails: records that share one may be duplicates. Blank ones do not count. */
  matchKeysOf(record: New): string[]
  /** Whether two records that share one of `matchKeysOf` are certainly the same. */
  isCertainDuplicate(one: New, other: New): boolean
  /** Returns the fields that `record` adds to a known one; empty if it adds nothing. */
  additionsTo(known: New, record: New): { [Field in keyof New]?: New[Field] }
  /** Whether a duplicate can be merged into the agent's record. */
  canMerge: boolean
}

/** A record of the agent, to compare the file with. */
export type Known<New extends Fields = Fields> = New & { key: string }
