import type { ComponentType } from 'react'
import type { ImportKind, Known } from '#core/import/import-kind.ts'
import type { DuplicateChoice, Judged, ImportPlan } from '#core/import/plan-import.ts'
import type { TableColumn } from '#ui/lists/data-table.tsx'
import type { NamedListing } from '#core/import/listing-meant.ts'
import type { Imported, KeptImport, UndoneImport } from '#core/import/make-import.ts'
import type { Device } from '#storage/device/device.ts'

/** What a line of the file seems to be already, and that may be brought together with it. */
export type Duplicate = Exclude<Judged, { verdict: 'new' }>

/** What the agent says once for lines of a file that do not say it. */
export type UnsaidProps = {
  unsaid: readonly string[]
  given: Readonly<Record<string, string>>
  onGive: (given: Readonly<Record<string, string>>) => void
}

/** What the import's page knows of one kind: its words, what is compared, and how it is saved. */
export type ScreenKind = {
  kind: ImportKind
  saving: Saving
  /** "client", "clients", as in "1 client", and with capitals on buttons. */
  one: string
  many: string
  /** The heading above the choice of a file, and what may be chosen. */
  bring: string
  intro: string
  accept: string
  sources: readonly (readonly [program: string, way: string])[]
  importedTitle: string
  /** Where the agent finds what was imported. */
  shows: { to: '/clients' | '/dashboard' | '/my-listings'; words: string }
  /** What merging does. */
  mergeHint: string
  /** What an undo does. */
  undoHint: string
  /** Whether a file may hold what is over, which is left out unless the agent wants it. */
  hasPast: boolean
  /** Headings under which what was refused is written out, to be mended and brought again; null where it cannot be. */
  refusedAs: readonly (readonly [field: string, heading: string])[] | null
  columns: TableColumn<Judged>[]
  /** What can be done with what seems to be there already. */
  choices: readonly { value: DuplicateChoice; label: string }[]
  /** Why a line seems to be there already. */
  whyOf: (one: Duplicate) => string
  /** Asks for what the file does not say; left out where every line says all. */
  Unsaid?: ComponentType<UnsaidProps>
}

export const mergeBothOrSkip = [
  { value: 'merge', label: 'Merge' },
  { value: 'both', label: 'Keep both' },
  { value: 'skip', label: 'Skip' },
] as const

/** "The same as your client Elena Ruiz" */
export function whyTheSame(kind: string): (one: Duplicate) => string {
  return (one) => {
    const where = one.verdict === 'repeat' ? `line ${one.ofLine} of this file` : `your ${kind} ${one.who}`
    return one.isSure ? `The same as ${where}` : `The email or number of ${where}, under another name`
  }
}

export type Run = {
  /** The file's. */
  name: string
  plan: ImportPlan
  /** Keys of what the file was compared with. */
  known: ReadonlySet<string>
  onProgress: (done: number) => void
  isStopped: () => boolean
}

/** An import that can be undone, and how many of what it brought is here; `note` where more is to be said of it. */
export type ImportOnDevice = { kept: KeptImport; count: number; note: string | null }

/** How what is imported is compared with what is here, saved, listed and taken back. */
export type Saving = {
  /** Where lines of a file name listings: the agent's. */
  listings?(device: Device): Promise<NamedListing[]>
  /** What the file is compared with; `remark` says what it could not be compared with. */
  compare(device: Device, linesOfFile: () => Promise<Judged[]>): Promise<{ known: Known[]; remark: string | null }>
  run(device: Device, kind: ImportKind, run: Run): Promise<Imported>
  /** Inside a live query. */
  countsOf(device: Device, kept: readonly KeptImport[]): Promise<ImportOnDevice[]>
  undo(device: Device, kept: KeptImport, onProgress: (done: number) => void): Promise<UndoneImport & { later?: number }>
}
