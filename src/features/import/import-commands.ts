import { peopleAmong } from '#core/domain/people.ts'
import type { ColumnMeaning } from '#core/import/person-columns.ts'
import type { KnownPerson } from '#core/import/judge-people.ts'
import {
  importedKeys,
  importFact,
  type KeptImport,
  makeImport,
  undoImport,
  type UndoneImport,
} from '#core/import/make-import.ts'
import { type ImportPlan, withoutNewcomers } from '#core/import/plan-import.ts'
import { ownEntities } from '#core/kinds/all-kinds.ts'
import { keyField } from '#core/kinds/key-field.ts'
import { recordActivity } from '#state/recent-activity.ts'
import type { Device } from '#storage/device.ts'
import { mirrorTable } from '#storage/device-database.ts'
import { oneImportAtATime } from '#storage/import-lock.ts'
import { useLiveQuery } from '#storage/use-live-query.ts'

const columnsFact = 'import columns'
/** Agents have a few programs that write tables; the ones used last are remembered. */
const mostColumnSets = 10

/** Who of the agent's clients a file's people may be. */
export async function knownPeople({ database }: Device): Promise<KnownPerson[]> {
  const people: KnownPerson[] = []
  await database.clients.each(({ key, first_name, last_name, email, category, phone_number = '', notes = '' }) => {
    people.push({ key, first_name, last_name, email, category, phone_number, notes })
  })
  return people
}

type ColumnSets = { headings: string; meanings: ColumnMeaning[] }[]

/** What the agent said of such a table the last time; null for a table of other headings. */
export async function keptMeanings({ database }: Device, headings: readonly string[]): Promise<ColumnMeaning[] | null> {
  const sets = ((await database.facts.get(columnsFact))?.value ?? []) as ColumnSets
  return sets.find((one) => one.headings === headings.join('\n'))?.meanings ?? null
}

async function keepMeanings({ replica }: Device, headings: readonly string[], meanings: ColumnMeaning[]) {
  await replica.transact('write', async (store) => {
    const name = headings.join('\n')
    const sets = (await store.fact<ColumnSets>(columnsFact)) ?? []
    const others = sets.filter((one) => one.headings !== name)
    await store.putFact(columnsFact, [{ headings: name, meanings }, ...others].slice(0, mostColumnSets))
  })
}

type Run = {
  name: string
  plan: ImportPlan
  /** Keys of the clients with whom the file was compared. */
  known: ReadonlySet<string>
  /** Of a table: its headings, and what the agent agreed that they mean. */
  columns: { headings: string[]; meanings: ColumnMeaning[] } | null
  onProgress: (done: number) => void
  isStopped: () => boolean
}

/** Makes the import; who has become a client since the file was compared, in another tab for one, is not made again. */
export async function runImport(device: Device, run: Run): Promise<{ made: number; merged: number }> {
  if (run.columns !== null) await keepMeanings(device, run.columns.headings, run.columns.meanings)
  return oneImportAtATime(device, async () => {
    const newcomers = (await knownPeople(device)).filter(({ key }) => !run.known.has(key))
    const plan = withoutNewcomers(run.plan, newcomers)
    const done = await makeImport(device, { ...run, plan, id: device.ids.uuid() })
    recordActivity('create_client')
    return done
  })
}

/** An import that can be undone, and how many of its clients are here. */
type ImportOnDevice = { kept: KeptImport; made: number }

/** The imports that this device can undo, the last one first; undefined while they are read. */
export function useKeptImports({ database }: Device): ImportOnDevice[] | undefined {
  return useLiveQuery(async () => {
    const facts = await database.facts
      .where('name')
      .startsWith(importFact(''))
      .filter(({ name, value }) => name !== columnsFact && value !== null)
      .toArray()
    const imports = facts.map(async ({ value }) => {
      const kept = value as KeptImport
      const made = await database.clients.where('key').startsWith(importedKeys(kept.id)).count()
      return { kept, made }
    })
    return (await Promise.all(imports)).toSorted((one, other) => other.kept.at - one.kept.at)
  }, [database])
}

/** Takes an import back, but for clients with whom something has happened since. */
export async function undo(
  device: Device,
  kept: KeptImport,
  onProgress: (done: number) => void,
): Promise<UndoneImport> {
  return oneImportAtATime(device, async () => {
    const mentioned = await mentionedClients(device)
    return undoImport(device, {
      kept,
      newId: () => device.ids.uuid(),
      isMentioned: ({ key }) => mentioned.has(key),
      onProgress,
    })
  })
}

/** Keys of the clients of whom a conversation, a follow-up, a visit, a tour or an appointment speaks. */
async function mentionedClients({ database }: Device): Promise<Set<string>> {
  const people = peopleAmong(await database.clients.toArray())
  const found = new Set<string>()
  for (const entity of ownEntities)
    await mirrorTable(database, entity).each((row) => {
      const said = people.of(row as Parameters<typeof people.of>[0])?.key ?? row[keyField('client')]
      if (typeof said === 'string') found.add(said)
    })
  return found
}
