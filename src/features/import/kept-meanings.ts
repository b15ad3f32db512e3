import type { ImportName } from '#core/import/import-kind.ts'
import type { Device } from '#storage/device.ts'

/** Agents have a few programs that write tables; the ones used last are remembered. */
const mostSets = 10

type ColumnSets = { headings: string; meanings: string[] }[]

/** Clients came first, and keep their name. */
const columnsFact = (of: ImportName) => (of === 'clients' ? 'import columns' : `import columns ${of}`)

/** What the agent said of such a table the last time; null for a table of other headings. */
export async function keptMeanings(
  { database }: Device,
  of: ImportName,
  headings: readonly string[],
): Promise<string[] | null> {
  const sets = ((await database.facts.get(columnsFact(of)))?.value ?? []) as ColumnSets
  return sets.find((one) => one.headings === headings.join('\n'))?.meanings ?? null
}

export async function keepMeanings(
  { replica }: Device,
  of: ImportName,
  { headings, meanings }: { headings: readonly string[]; meanings: string[] },
): Promise<void> {
  await replica.transact('write', async (store) => {
    const name = headings.join('\n')
    const sets = (await store.fact<ColumnSets>(columnsFact(of))) ?? []
    const others = sets.filter((one) => one.headings !== name)
    await store.putFact(columnsFact(of), [{ headings: name, meanings }, ...others].slice(0, mostSets))
  })
}
