import * as v from 'valibot'
import type { Fields } from '#core/contract/json.ts'

/** Returns a schema that validates with `parse`; the `reasons` why a value is invalid become the schema's issues. */
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

/** A record as it is in the file, before validation. */
export type FileRecord = Fields & {
  /** The record's line in the file, from 1. */
  line: number
}

/** How records of one kind are validated, compared and merged in an import. */
export type ImportKind<New extends Fields = Fields> = {
  name: ImportName
  schema: v.GenericSchema<unknown, New>
  titleOf(record: Fields): string
  /** Describes the agent's own record, which is shown beside its duplicate in the file; the title is shown if this is absent. */
  describeKnown?(known: Fields): string
  /** Returns the record's keys, such as emails; records that share a key may be duplicates. No key is blank. */
  matchKeysOf(record: New): string[]
  /** Whether two records that share a key of `matchKeysOf` are certainly the same. */
  isCertainDuplicate(one: New, other: New): boolean
  /** Returns the fields that `record` adds to a known one; empty if it adds nothing. */
  additionsTo(known: New, record: New): { [Field in keyof New]?: New[Field] }
  /** False if a duplicate cannot add fields to the agent's record: then it is only skipped or created. */
  canMerge: boolean
}

/** A record that the agent already has, with its local key; records of the file are compared with it. */
export type KnownRecord<New extends Fields = Fields> = New & { key: string }
