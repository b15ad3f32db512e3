import type { ComponentType } from 'react'
import type { ImportKind, KnownRecord } from '#core/import/import-kind.ts'
import type { DuplicateChoice, JudgedRecord, ImportPlan } from '#core/import/plan-import.ts'
import type { TableColumn } from '#ui/lists/data-table.tsx'
import type { NamedListing } from '#core/import/listing-finder.ts'
import type { Imported, ImportMetadata, UndoneImport } from '#core/import/make-import.ts'
import type { Device } from '#storage/device/device.ts'

/** A line of the file that is already on this device, or repeats an earlier line. */
export type Duplicate = Exclude<JudgedRecord, { verdict: 'new' }>

/** Props of the form for required fields that the file lacks. `given`: the agent's values by field, for all lines; `onGive` replaces them. */
export type MissingFieldsProps = {
  missingFields: readonly string[]
  given: Readonly<Record<string, string>>
  onGive: (given: Readonly<Record<string, string>>) => void
}

/** What the import page needs to import one kind of records: texts, comparison and saving. */
export type ScreenKind = {
  kind: ImportKind
  saving: Saving
  /** "client", "clients"; capitalized on buttons. */
  one: string
  plural: string
  chooseFileTitle: string
  intro: string
  accept: string
  sources: readonly (readonly [program: string, way: string])[]
  /** Title of the notification after an import. */
  doneNotificationTitle: string
  linkToImported: { to: '/clients' | '/dashboard' | '/my-listings'; words: string }
  mergeHint: string
  /** Says what undoing an import leaves as it is. */
  undoHint: string
  /** Whether a file may contain past events, which are skipped by default. */
  mayContainPastDates: boolean
  /** Fields and headings of the CSV file with refused lines, to correct and import again; null if this kind has no such file. */
  refusedFileColumns: readonly (readonly [field: string, heading: string])[] | null
  columns: TableColumn<JudgedRecord>[]
  choices: readonly { value: DuplicateChoice; label: string }[]
  duplicateReason: (one: Duplicate) => string
  MissingFieldsForm?: ComponentType<MissingFieldsProps>
}

export const mergeBothOrSkip = [
  { value: 'merge', label: 'Merge' },
  { value: 'both', label: 'Keep both' },
  { value: 'skip', label: 'Skip' },
] as const

/** Returns a function that explains why a line is a duplicate: "The same as your client Elena Ruiz". */
export function whyTheSame(kind: string): (one: Duplicate) => string {
  return (one) => {
    const where = one.verdict === 'repeat' ? `line ${one.ofLine} of this file` : `your ${kind} ${one.knownDescription}`
    return one.isSure ? `The same as ${where}` : `The email or number of ${where}, under another name`
  }
}

export type Run = {
  /** The file's name. */
  name: string
  plan: ImportPlan
  /** Keys of the records that the file was compared with. */
  known: ReadonlySet<string>
  onProgress: (done: number) => void
  isStopped: () => boolean
}

/** `kept`: the stored import. `count`: how many records it changed, or created if they still exist. `note`: a message if it has not ended. */
export type ImportOnDevice = { kept: ImportMetadata; count: number; note: string | null }

export type Saving = {
  /** Returns the agent's listings, for files that name listings. */
  listings?(device: Device): Promise<NamedListing[]>
  /** Returns the records to compare the file with; `linesOfFile` reads the file's. `comparisonRemark`: a message if some could not be compared. */
  compare(
    device: Device,
    linesOfFile: () => Promise<JudgedRecord[]>,
  ): Promise<{ known: KnownRecord[]; comparisonRemark: string | null }>
  run(device: Device, kind: ImportKind, run: Run): Promise<Imported>
  /** Counts the records of each stored import. Runs inside a live query. */
  countsOf(device: Device, imports: readonly ImportMetadata[]): Promise<ImportOnDevice[]>
  undo(device: Device, metadata: ImportMetadata, onProgress: (done: number) => void): Promise<UndoneImport>
}
