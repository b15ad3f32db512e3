import type { ComponentType } from 'react'
import type { ImportKind, Known } from '#core/import/import-kind.ts'
import type { DuplicateChoice, Judged, ImportPlan } from '#core/import/plan-import.ts'
import type { TableColumn } from '#ui/lists/data-table.tsx'
import type { NamedListing } from '#core/import/listing-finder.ts'
import type { Imported, ImportMetadata, UndoneImport } from '#core/import/make-import.ts'
import type { Device } from '#storage/device/device.ts'

export type Duplicate = Exclude<Judged, { verdict: 'new' }>

/** Fields that the file lacks, asked once for all its lines. */
export type UnsaidProps = {
  unsaid: readonly string[]
  given: Readonly<Record<string, string>>
  onGive: (given: Readonly<Record<string, string>>) => void
}

/** What the import page needs for one kind: texts, comparison and saving. */
export type ScreenKind = {
  kind: ImportKind
  saving: Saving
  /** "client", "clients"; capitalized on buttons. */
  one: string
  many: string
  bring: string
  intro: string
  accept: string
  sources: readonly (readonly [program: string, way: string])[]
  importedTitle: string
  shows: { to: '/clients' | '/dashboard' | '/my-listings'; words: string }
  mergeHint: string
  undoHint: string
  /** Whether a file may contain past events, which are skipped by default. */
  hasPast: boolean
  /** Headings for a file of refused lines, to correct and import again; null if there is none. */
  refusedAs: readonly (readonly [field: string, heading: string])[] | null
  columns: TableColumn<Judged>[]
  choices: readonly { value: DuplicateChoice; label: string }[]
  whyOf: (one: Duplicate) => string
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
  /** The name of the file. */
  name: string
  plan: ImportPlan
  /** Keys of the records that the file was compared with. */
  known: ReadonlySet<string>
  onProgress: (done: number) => void
  isStopped: () => boolean
}

/** An import that can be undone; `count`: its records on this device. */
export type ImportOnDevice = { kept: ImportMetadata; count: number; note: string | null }

export type Saving = {
  /** The agent's listings, for files that name listings. */
  listings?(device: Device): Promise<NamedListing[]>
  /** Returns the records to compare with; `remark` says what could not be compared. */
  compare(device: Device, linesOfFile: () => Promise<Judged[]>): Promise<{ known: Known[]; remark: string | null }>
  run(device: Device, kind: ImportKind, run: Run): Promise<Imported>
  /** Runs inside a live query. */
  countsOf(device: Device, kept: readonly ImportMetadata[]): Promise<ImportOnDevice[]>
  undo(device: Device, kept: ImportMetadata, onProgress: (done: number) => void): Promise<UndoneImport>
}
