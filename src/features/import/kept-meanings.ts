import type { ImportName } from '#core/import/import-kind.ts'
import type { Device } from '#storage/device/device.ts'

/** Agents have a few programs that write tables; the ones used last are remembered. */
const mostSets = 10

type ColumnSet = { headings: string; meanings: string[]; given?: Record<string, string> }
type ColumnSets = ColumnSet[]

/** Clients came first, and keep their name. */
const columnsFact = (of: ImportName) => (of === 'clients' ? 'import columns' : `import columns ${of}`)

/** What the agent said of such a table the last time; null for a table of other headings. */
export async function keptMeanings(
  { database }: Device,
  of: ImportName,
  headings: readonly string[],
): Promise<Omit<ColumnSet, 'headings'> | null> {
  const sets = ((await database.facts.get(columnsFact(of)))?.value ?? []) as ColumnSets
  return sets.find((one) => one.headings === headings.join('\n')) ?? null
}

/** The next such table is most likely of another listing. */
export async function keepMeanings(
  { replica }: Device,
  of: ImportName,
  { headings, meanings }: { headings: readonly string[]; meanings: string[] },
  said: Readonly<Record<string, string>>,
): Promise<void> {
  await replica.transact('write', async (store) => {
    const name = headings.join('\n')
    const sets = (await store.fact<ColumnSets>(columnsFact(of))) ?? []
    const given = Object.fromEntries(Object.entries(said).filter(([field]) => field !== 'listing'))
    const others = sets.filter((one) => one.headings !== name)
    await store.putFact(columnsFact(of), [{ headings: name, meanings, given }, ...others].slice(0, mostSets))
  })
}
