import { useEffect, useRef, useState } from 'react'
import type { KnownRecord, FileRecord, ImportName } from '#core/import/import-kind.ts'
import { type DuplicateChoice, planImport, type ImportPlan, defaultDuplicateChoice } from '#core/import/plan-import.ts'
import { dateOfInstant } from '#core/domain/time/wall-clock.ts'
import type { ImportQuestion, JudgedAnswer, ReadTable } from '#files/file-reader.ts'
import { notify } from '#state/notifications.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { storageErrorMessage } from '#storage/database/storage-error-message.ts'
import type { ScreenKind } from './screen-kind.ts'
import { useReader } from './read-in-worker.ts'
import type { Device } from '#storage/device/device.ts'
import type { DateOrder } from '#core/import/table-format.ts'
import { formatCount, formatNumber } from '#core/format/numbers.ts'

const maxFileBytes = 30 * 1024 * 1024

/** Returns the current step and the functions that lead to the next one. Nothing is saved before `run`. `given`: values for missing fields. */
export function useImport(screen: ScreenKind, given: Readonly<Record<string, string>>) {
  const [step, setStep] = useState<ImportStep>(beginning)
  const [choices, setChoices] = useState(noChoices)
  const reading = useReading(screen, given, setStep)
  const run = useRun(screen, setStep, reading.close)
  const readFile = (name: string, question: () => Promise<ImportQuestion>) => {
    setChoices(noChoices)
    void reading.readFile(name, question)
  }
  return {
    screen,
    step,
    choices,
    chooseFile: (file: File) =>
      file.size > maxFileBytes
        ? setStep({ ...beginning, problem: 'This file is larger than 30 MB. Split it, or leave out its pictures.' })
        : readFile(file.name, () => reading.questionOf(file)),
    /** Imports records that do not come from a file, such as contacts picked on the phone. */
    importRecords: (name: string, records: FileRecord[]) =>
      readFile(name, () => Promise.resolve({ ask: 'take', of: screen.kind.name, correctedRecords: records })),
    compareAgain: (changes: {
      meanings?: string[]
      from?: string | null
      given?: Readonly<Record<string, string>>
    }) => {
      if (step.at !== 'preview') return
      const { meanings, from = step.file.from, given = step.file.given } = changes
      const table = step.file.table === null ? null : { ...step.file.table, ...(meanings && { meanings }) }
      void reading.judge({ ...step.file, table, from, given })
    },
    chooseAll: (all: DuplicateChoice) => setChoices({ all, byLine: new Map() }),
    chooseLine: (line: number, choice: DuplicateChoice) =>
      setChoices({ ...choices, byLine: new Map(choices.byLine).set(line, choice) }),
    startOver: () => {
      reading.close()
      setStep({ ...beginning, isAgain: true })
    },
    run: () => (step.at === 'preview' ? run(step, choices, reading.known()) : Promise.resolve()),
  }
}

export type Import = ReturnType<typeof useImport>

function useReading(screen: ScreenKind, given: Readonly<Record<string, string>>, setStep: (step: ImportStep) => void) {
  const device = useDevice()
  const reader = useReader()
  const knownKeys = useRef<ReadonlySet<string>>(new Set())
  const attempts = useRef(0)
  const today = dateOfInstant(device.clock.now())
  useEffect(() => () => void (attempts.current += 1), [])

  /** Runs `work` as the newest attempt. Shows its error, unless a newer attempt has started. */
  async function asNewest(work: (isNewest: () => boolean) => Promise<void>): Promise<void> {
    const attempt = ++attempts.current
    const isNewest = () => attempt === attempts.current
    await work(isNewest).catch((error: unknown) => {
      if (!isNewest()) return
      reader.close()
      setStep({ ...beginning, problem: storageErrorMessage(error) || 'This file could not be read. Please try again.' })
    })
  }

  const judge = (file: ChosenFile) =>
    asNewest(async (isNewest) => {
      setStep({ at: 'preview', file, judged: null })
      const { table, from, given } = file
      const listings = (await screen.saving.listings?.(device)) ?? []
      const ask = async (known: KnownRecord[]) => {
        const question = { ask: 'judge', meanings: table?.meanings ?? [], known, from, given, listings } as const
        const judged = isNewest() ? await reader.ask(question) : null
        return judged?.kind === 'judged' && isNewest() ? judged : null
      }
      // A kind may need the file's records to find what to compare them with, so they are first judged without known records.
      const recordsOfFile = async () => (await ask([]))?.records ?? []
      const { known: knownRecords, comparisonRemark } = await screen.saving.compare(device, recordsOfFile)
      if (!isNewest()) return
      knownKeys.current = new Set(knownRecords.map(({ key }) => key))
      const judged = await ask(knownRecords)
      if (judged === null) return
      const { missingMessage, missingFields, dates } = judged
      setStep({ at: 'preview', file: { ...file, missingMessage, missingFields, dates, comparisonRemark }, judged })
    })

  const readFile = (name: string, question: () => Promise<ImportQuestion>) =>
    asNewest(async (isNewest) => {
      setStep({ ...beginning, isReading: true })
      const read = await reader.ask(await question())
      if (!isNewest() || read.kind === 'judged' || read.kind === 'named') return
      const file = { name, table: null, remarks: [], from: screen.mayContainPastDates ? today : null, given }
      if (read.kind === 'unreadable') return setStep({ ...beginning, problem: read.reason })
      if (read.kind === 'cards') return judge({ ...file, remarks: read.remarks })
      const stored = await storedMeanings(device, screen.kind.name, read.headings)
      if (!isNewest()) return
      const table = { ...read, meanings: stored?.meanings ?? read.meanings }
      await judge({ ...file, table, given: { ...stored?.given, ...given } })
    })

  return {
    judge,
    readFile,
    close: () => {
      attempts.current += 1
      reader.close()
    },
    known: () => knownKeys.current,
    questionOf: (file: File) => readQuestion(screen, file, today),
  }
}

async function readQuestion(screen: ScreenKind, file: File, today: string): Promise<ImportQuestion> {
  return {
    ask: 'read',
    of: screen.kind.name,
    bytes: new Uint8Array(await file.arrayBuffer()),
    today,
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
}

function useRun(screen: ScreenKind, setStep: (step: ImportStep) => void, closeReader: () => void) {
  const device = useDevice()
  return async (
    { file, judged }: Extract<ImportStep, { at: 'preview' }>,
    choices: Choices,
    known: ReadonlySet<string>,
  ) => {
    if (judged === null) return
    const plan = planImport(screen.kind, judged.records, (line, one) => choiceOf(screen, choices, line, one))
    let isStopped = false
    const total = sizeOf(plan)
    const stop = () => (isStopped = true)
    const onProgress = (done: number) => setStep({ at: 'running', done: Math.min(done, total), total, stop })
    onProgress(0)
    closeReader()
    try {
      if (file.table !== null) await storeMeanings(device, screen.kind.name, file.table, file.given)
      const run = { name: file.name, plan, known, onProgress, isStopped: () => isStopped }
      const done = await screen.saving.run(device, screen.kind, run)
      // An import also stops if a page freeze has passed its lock to another tab (fault A24).
      const left = done.isStopped ? Math.max(0, total - done.created - done.merged) : 0
      setStep({ at: 'done', ...done, left })
      const title = left > 0 ? 'Import Stopped' : screen.doneNotificationTitle
      notify({ type: left > 0 ? 'info' : 'success', title, message: formatImported(screen, done) })
    } catch (error) {
      setStep({
        ...beginning,
        problem: `${storageErrorMessage(error)} The import stopped. What it had saved is in the list below.`,
      })
    }
  }
}

/** The column meanings of at most this many tables are stored: an agent exports tables from few programs. */
const maxStoredTables = 10

type ColumnSet = { headings: string; meanings: string[]; given?: Record<string, string> }
type ColumnSets = ColumnSet[]

/** The metadata key of stored column meanings. Clients were the first kind to import, so their key has no suffix. */
const columnsFact = (of: ImportName) => (of === 'clients' ? 'import columns' : `import columns ${of}`)

/** Returns the column meanings that the agent last chose for a table with these headings, or null. */
async function storedMeanings(
  { database }: Device,
  of: ImportName,
  headings: readonly string[],
): Promise<Omit<ColumnSet, 'headings'> | null> {
  const sets = ((await database.facts.get(columnsFact(of)))?.value ?? []) as ColumnSets
  return sets.find((one) => one.headings === headings.join('\n')) ?? null
}

/** Stores the column meanings and given values, but not the listing, because the next table with these headings is probably for another one. */
async function storeMeanings(
  { replica }: Device,
  of: ImportName,
  { headings, meanings }: { headings: readonly string[]; meanings: string[] },
  allGiven: Readonly<Record<string, string>>,
): Promise<void> {
  await replica.transact('write', async (tx) => {
    const name = headings.join('\n')
    const sets = (await tx.meta<ColumnSets>(columnsFact(of))) ?? []
    const given = Object.fromEntries(Object.entries(allGiven).filter(([field]) => field !== 'listing'))
    const others = sets.filter((one) => one.headings !== name)
    await tx.setMeta(columnsFact(of), [{ headings: name, meanings, given }, ...others].slice(0, maxStoredTables))
  })
}

export type ChosenFile = {
  name: string
  /** Null for files that are not tables, such as address books. */
  table: ReadTable | null
  /** A message about columns that the agent must choose; undefined until the file is compared. */
  missingMessage?: string | null
  /** Remarks on the content of the file. */
  remarks: string[]
  /** A message about records that the file could not be compared with. */
  comparisonRemark?: string | null
  /** Fields that the file lacks; the agent enters one value for all its records (`given`). */
  missingFields?: string[]
  given: Readonly<Record<string, string>>
  /** The assumed order of day and month, if the file's dates do not decide it. */
  dates?: DateOrder | null
  /** The first date to import: earlier events are skipped. Null imports all events. */
  from: string | null
}

/** `isAgain`: the agent has started over. `created`, `merged`, `left`: numbers of records created, updated, and not imported after a stop. */
export type ImportStep =
  | { at: 'choose'; problem: string | null; isReading: boolean; isAgain: boolean }
  /** `judged`: the file's records, compared with those on this device; null while they are compared. */
  | { at: 'preview'; file: ChosenFile; judged: JudgedAnswer | null }
  | { at: 'running'; done: number; total: number; stop: () => void }
  | { at: 'done'; created: number; merged: number; left: number }

const beginning = { at: 'choose', problem: null, isReading: false, isAgain: false } as const

/** The agent's choices for duplicates. `all` applies to every duplicate that has no choice in `byLine`. */
type Choices = { all: DuplicateChoice | null; byLine: ReadonlyMap<number, DuplicateChoice> }

const noChoices: Choices = { all: null, byLine: new Map() }

export function choiceOf(
  { kind }: ScreenKind,
  { all, byLine }: Choices,
  line: number,
  one: { isSure: boolean },
): DuplicateChoice {
  return byLine.get(line) ?? all ?? defaultDuplicateChoice(kind, one)
}

export function sizeOf({ creates, merges }: ImportPlan): number {
  return creates.length + merges.length
}

export function formatImportCount({ one, plural }: ScreenKind, count: number): string {
  return formatCount(count, one, plural)
}

export function formatImported(screen: ScreenKind, { created, merged }: { created: number; merged: number }): string {
  const added = `${formatImportCount(screen, created)} added`
  return merged === 0 ? `${added}.` : `${added}, ${formatNumber(merged)} updated.`
}
