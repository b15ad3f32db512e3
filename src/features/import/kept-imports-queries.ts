import type { ImportName } from '#core/import/import-kind.ts'
import { importFact, importedKey } from '#core/import/imported-records.ts'
import type { KeptImport } from '#core/import/make-import.ts'
import type { Device } from '#storage/device/device.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import type { ImportOnDevice } from './saving.ts'
import type { ScreenKind } from './screen-kind.ts'

async function keptImports({ database }: Device, name: ImportName): Promise<KeptImport[]> {
  const facts = await database.facts.where('name').startsWith(importFact('')).toArray()
  return facts
    .flatMap(({ name, value }) => (value === null || name.startsWith('import columns') ? [] : [value as KeptImport]))
    .filter(({ of = 'clients' }) => of === name)
}

/** The imports that this device can undo, the last one first; undefined while they are read. */
export function useKeptImports(device: Device, { kind, saving }: ScreenKind): ImportOnDevice[] | undefined {
  return useLiveQuery(async () => {
    const imports = await saving.countsOf(device, await keptImports(device, kind.name))
    return imports.toSorted((one, other) => other.kept.at - one.kept.at)
  }, [device, kind, saving])
}

/** By what the files of earlier imports know the records that came with them, by their keys. */
export async function keptNames(device: Device, of: ImportName): Promise<ReadonlyMap<string, string>> {
  const names = (await keptImports(device, of)).flatMap(({ id, names = [] }) =>
    names.map((name, index): [string, string] => [importedKey(id, index), name]),
  )
  return new Map(names)
}
