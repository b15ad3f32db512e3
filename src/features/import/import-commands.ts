import type { ImportName } from '#core/import/import-kind.ts'
import { importFact, importedKey, importedKeys } from '#core/import/imported-records.ts'
import { type KeptImport, makeImport } from '#core/import/make-import.ts'
import { type ImportPlan, withoutNewcomers } from '#core/import/plan-import.ts'
import { undoImport, type UndoneImport } from '#core/import/undo-import.ts'
import type { Device } from '#storage/device.ts'
import { mirrorTable } from '#storage/device-database.ts'
import { oneImportAtATime } from '#storage/import-lock.ts'
import { useLiveQuery } from '#storage/use-live-query.ts'
import { keepMeanings } from './kept-meanings.ts'
import type { ScreenKind } from './screen-kind.ts'

type Run = {
  name: string
  plan: ImportPlan
  /** Keys of the records with which the file was compared. */
  known: ReadonlySet<string>
  /** Of a table: its headings, and what the agent agreed that they mean. */
  columns: { headings: string[]; meanings: string[] } | null
  onProgress: (done: number) => void
  isStopped: () => boolean
}

/** Makes the import; what has come here since the file was compared, in another tab for one, is not made again. */
export async function runImport(
  device: Device,
  screen: ScreenKind,
  run: Run,
): Promise<{ made: number; merged: number }> {
  const { kind, entity } = screen
  if (run.columns !== null) await keepMeanings(device, kind.name, run.columns)
  return oneImportAtATime(device, async () => {
    const newcomers = (await screen.known(device)).filter(({ key }) => !run.known.has(key))
    const { creates, merges } = withoutNewcomers(kind, run.plan, newcomers)
    const done = await makeImport(device, {
      ...run,
      id: device.ids.uuid(),
      of: kind.name,
      entity,
      creates: await screen.createsOf(device, creates),
      merges: merges.map(({ key, records }) => ({
        key,
        additionsTo: (row) =>
          records.reduce((sofar, record) => Object.assign({}, sofar, kind.additionsTo(sofar, record)), row),
      })),
    })
    screen.onImported?.()
    return done
  })
}

/** An import that can be undone, and how many of its records are here. */
type ImportOnDevice = { kept: KeptImport; made: number }

async function keptImports({ database }: Device, name: ImportName): Promise<KeptImport[]> {
  const facts = await database.facts.where('name').startsWith(importFact('')).toArray()
  return facts
    .flatMap(({ name, value }) => (value === null || name.startsWith('import columns') ? [] : [value as KeptImport]))
    .filter(({ of = 'clients' }) => of === name)
}

/** The imports that this device can undo, the last one first; undefined while they are read. */
export function useKeptImports(device: Device, screen: ScreenKind): ImportOnDevice[] | undefined {
  return useLiveQuery(async () => {
    const imports = (await keptImports(device, screen.kind.name)).map(async (kept) => {
      const table = mirrorTable(device.database, screen.entity)
      return { kept, made: await table.where('key').startsWith(importedKeys(kept.id)).count() }
    })
    return (await Promise.all(imports)).toSorted((one, other) => other.kept.at - one.kept.at)
  }, [device, screen])
}

/** By what the files of earlier imports know the records that came with them, by their keys. */
export async function keptNames(device: Device, of: ImportName): Promise<ReadonlyMap<string, string>> {
  const names = (await keptImports(device, of)).flatMap(({ id, names = [] }) =>
    names.map((name, index): [string, string] => [importedKey(id, index), name]),
  )
  return new Map(names)
}

/** Takes an import back, but for records with which something has happened since. */
export async function undo(
  device: Device,
  screen: ScreenKind,
  kept: KeptImport,
  onProgress: (done: number) => void,
): Promise<UndoneImport> {
  return oneImportAtATime(device, async () => {
    const mentioned = await screen.mentioned(device)
    return undoImport(device, {
      kept,
      entity: screen.entity,
      newId: () => device.ids.uuid(),
      isMentioned: ({ key }) => mentioned.has(key),
      onProgress,
    })
  })
}
