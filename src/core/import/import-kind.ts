import * as v from 'valibot'
import type { Fields } from '#core/contract/json.ts'

/** A schema from a parse function that returns an output or reasons to refuse. */
export function schemaFromParser<Output>(
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

export function reasonsOf(parsed: v.SafeParseResult<v.GenericSchema>): string[] {
  return parsed.success ? [] : parsed.issues.map(({ message }) => message)
}

export type ImportName = 'clients' | 'appointments' | 'listings' | 'figures'

/** A record as the file has it, before validation. */
export type FileRecord = Fields & {
  /** From 1. */
  line: number
}

export type ImportKind<New extends Fields = Fields> = {
  name: ImportName
  schema: v.GenericSchema<unknown, New>
  titleOf(record: Fields): string
  /** Describes a known record beside one of the file, if its title is not enough. */
  saysOf?(known: Fields): string
  /** Records with a common name may be duplicates. Blank names do not count. */
  namesOf(record: New): string[]
  /** Whether two records with a common name are certainly the same. */
  isSure(one: New, other: New): boolean
  additionsTo(known: New, record: New): { [Field in keyof New]?: New[Field] }
  canMerge: boolean
}

export type Known<New extends Fields = Fields> = New & { key: string }
