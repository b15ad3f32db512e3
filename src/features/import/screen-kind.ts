import type { Fields } from '#core/contract/json.ts'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import type { ImportKind, Known } from '#core/import/import-kind.ts'
import type { Judged } from '#core/import/judge-file.ts'
import type { Create } from '#core/import/make-import.ts'
import type { Device } from '#storage/device.ts'
import type { TableColumn } from '#ui/data-table.tsx'

/** What the import's page knows of one kind: its words, what is compared, and how it is saved. */
export type ScreenKind = {
  kind: ImportKind
  entity: EntityName
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
  known(device: Device): Promise<Known[]>
  createsOf(device: Device, records: readonly Fields[]): Promise<Create[]>
  /** Keys of records of which others speak. */
  mentioned(device: Device): Promise<ReadonlySet<string>>
  onImported?(): void
}
