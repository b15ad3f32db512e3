import type { DateOrder } from '#core/import/date-in.ts'
import { type DuplicateChoice, type ImportPlan, usualChoice } from '#core/import/plan-import.ts'
import type { JudgedAnswer } from '#files/file-reader.ts'
import type { ReadTable } from '#files/read-table.ts'
import type { ScreenKind } from './screen-kind.ts'

/** A file that has been read, and what is to be asked of it. */
export type ChosenFile = {
  name: string
  table: ReadTable | null
  /** What the agent has to say of the table's columns; undefined until it has been judged once. */
  missing?: string | null
  remarks: string[]
  /** What the file could not be compared with. */
  remark?: string | null
  /** Fields of which the table's columns say nothing, and what the agent says of them for all of it. */
  unsaid?: string[]
  given: Readonly<Record<string, string>>
  /** How its days are read where they do not tell it themselves. */
  dates?: DateOrder | null
  /** Only what is not over yet; null for all of it. */
  from: string | null
}

/** What an import stands at: choosing a file, looking at what it would do, doing it, and what it did. */
export type ImportStep =
  | { at: 'choose'; problem: string | null; isReading: boolean; isAgain: boolean }
  /** `judged` is null while the file is held against what is here. */
  | { at: 'preview'; file: ChosenFile; judged: JudgedAnswer | null }
  | { at: 'running'; done: number; total: number; stop: () => void }
  | { at: 'done'; made: number; merged: number; left: number }

export const beginning = { at: 'choose', problem: null, isReading: false, isAgain: false } as const

/** `all` for every line that seems to be there already; lines that the agent looked at go by their own. */
export type Choices = { all: DuplicateChoice | null; byLine: ReadonlyMap<number, DuplicateChoice> }

export const noChoices: Choices = { all: null, byLine: new Map() }

export function choiceOf(
  { kind }: ScreenKind,
  { all, byLine }: Choices,
  line: number,
  one: { isSure: boolean },
): DuplicateChoice {
  return byLine.get(line) ?? all ?? usualChoice(kind, one)
}

export function sizeOf({ creates, merges }: ImportPlan): number {
  return creates.length + merges.length
}

export function countInWords({ one, many }: ScreenKind, count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
}

/** "812 clients added, 14 updated." */
export function inWords(screen: ScreenKind, { made, merged }: { made: number; merged: number }): string {
  const added = `${countInWords(screen, made)} added`
  return merged === 0 ? `${added}.` : `${added}, ${merged.toLocaleString('en-US')} updated.`
}
