import type { ImportKind, Known } from '#core/import/import-kind.ts'
import type { Judged } from '#core/import/judge-file.ts'
import type { NamedListing } from '#core/import/listing-meant.ts'
import type { Imported, KeptImport } from '#core/import/make-import.ts'
import type { ImportPlan } from '#core/import/plan-import.ts'
import type { UndoneImport } from '#core/import/undo-import.ts'
import type { Device } from '#storage/device/device.ts'

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
