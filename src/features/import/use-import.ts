import { useEffect, useRef, useState } from 'react'
import type { JudgedPeople } from '#core/import/judge-people.ts'
import type { PersonInFile } from '#core/import/person-in-file.ts'
import type { ColumnMeaning } from '#core/import/person-columns.ts'
import { type DuplicateChoice, type ImportPlan, planImport, usualChoice } from '#core/import/plan-import.ts'
import type { ImportQuestion, ReadFile } from '#files/file-reader.ts'
import { notify } from '#state/notifications.ts'
import { useDevice } from '#storage/device-context.tsx'
import { storageProblem } from '#storage/storage-problem.ts'
import { keptMeanings, knownPeople, runImport } from './import-commands.ts'
import { openReader, type Reader } from './read-in-worker.ts'

type Table = Extract<ReadFile, { kind: 'table' }>

/** What an import stands at: choosing a file, looking at what it would do, doing it, and what it did. */
type ImportStep =
  | { at: 'choose'; problem: string | null; isReading: boolean }
  | { at: 'preview'; name: string; table: Table | null; judged: JudgedPeople | null }
  | { at: 'running'; done: number; total: number; stop: () => void }
  | { at: 'done'; made: number; merged: number; left: number }

/** `all` for every line that seems to be there already; lines that the agent looked at go by their own. */
export type Choices = { all: DuplicateChoice | null; byLine: ReadonlyMap<number, DuplicateChoice> }

const noChoices: Choices = { all: null, byLine: new Map() }
const mostBytes = 30 * 1024 * 1024
const beginning = { at: 'choose', problem: null, isReading: false } as const

export function choiceOf({ all, byLine }: Choices, line: number, one: { isSure: boolean }): DuplicateChoice {
  return byLine.get(line) ?? all ?? usualChoice(one)
}

/** One import from the file to what came of it. Nothing is saved before `run`. */
export function useImport() {
  const device = useDevice()
  const [step, setStep] = useState<ImportStep>(beginning)
  const [choices, setChoices] = useState(noChoices)
  const reader = useRef<Reader>(null)
  const asked = useRef(0)
  /** Keys of the clients with whom the file was compared. */
  const known = useRef<ReadonlySet<string>>(new Set())

  const close = () => {
    reader.current?.close()
    reader.current = null
  }
  useEffect(() => () => reader.current?.close(), [])

  /** Asks the reader; an answer that has been overtaken is dropped. */
  async function ask(question: ImportQuestion) {
    asked.current += 1
    const number = asked.current
    reader.current ??= openReader()
    const answer = await reader.current.ask(question)
    return number === asked.current ? answer : null
  }

  async function judge(name: string, table: Table | null): Promise<void> {
    setStep({ at: 'preview', name, table, judged: null })
    const clients = await knownPeople(device)
    known.current = new Set(clients.map(({ key }) => key))
    const judged = await ask({ ask: 'judge', meanings: table?.meanings ?? [], known: clients })
    if (judged?.kind === 'judged') setStep({ at: 'preview', name, table, judged })
  }

  async function take(name: string, question: () => Promise<ImportQuestion>): Promise<void> {
    setChoices(noChoices)
    setStep({ ...beginning, isReading: true })
    try {
      const read = await ask(await question())
      if (read === null || read.kind === 'judged') return
      if (read.kind === 'unreadable') setStep({ ...beginning, problem: read.reason })
      else if (read.kind === 'cards') await judge(name, null)
      else await judge(name, { ...read, meanings: (await keptMeanings(device, read.headings)) ?? read.meanings })
    } catch (error) {
      close()
      setStep({ ...beginning, problem: storageProblem(error) || 'This file could not be read. Please try again.' })
    }
  }

  return {
    step,
    choices,
    chooseFile: (file: File) =>
      file.size > mostBytes
        ? setStep({ ...beginning, problem: 'This file is larger than 30 MB. Divide it, or leave out its pictures.' })
        : void take(file.name, async () => ({ ask: 'read', bytes: new Uint8Array(await file.arrayBuffer()) })),
    takePeople: (name: string, people: PersonInFile[]) =>
      void take(name, () => Promise.resolve({ ask: 'take', people })),
    meanColumn: (column: number, meaning: ColumnMeaning) => {
      if (step.at !== 'preview' || step.table === null) return
      void judge(step.name, { ...step.table, meanings: step.table.meanings.with(column, meaning) })
    },
    chooseAll: (all: DuplicateChoice) => setChoices({ all, byLine: new Map() }),
    chooseLine: (line: number, choice: DuplicateChoice) =>
      setChoices({ ...choices, byLine: new Map(choices.byLine).set(line, choice) }),
    startOver: () => {
      close()
      setStep(beginning)
    },
    run: async () => {
      if (step.at !== 'preview' || step.judged === null) return
      const { name, table } = step
      const plan = planImport(step.judged.people, (line, one) => choiceOf(choices, line, one))
      let isStopped = false
      const total = sizeOf(plan)
      const stop = () => (isStopped = true)
      setStep({ at: 'running', done: 0, total, stop })
      close()
      try {
        const done = await runImport(device, {
          name,
          plan,
          known: known.current,
          columns: table,
          onProgress: (count) => setStep({ at: 'running', done: count, total, stop }),
          isStopped: () => isStopped,
        })
        const left = isStopped ? Math.max(0, total - done.made - done.merged) : 0
        setStep({ at: 'done', ...done, left })
        const title = left > 0 ? 'Import Stopped' : 'Clients Imported'
        notify({ type: left > 0 ? 'info' : 'success', title, message: inWords(done) })
      } catch (error) {
        setStep({
          ...beginning,
          problem: `${storageProblem(error)} The import stopped. What it had saved is in the list below.`,
        })
      }
    },
  }
}

export type Import = ReturnType<typeof useImport>

export function sizeOf({ creates, merges }: ImportPlan): number {
  return creates.length + merges.length
}

export function clientsInWords(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'client' : 'clients'}`
}

/** "812 clients added, 14 brought up to date." */
export function inWords({ made, merged }: { made: number; merged: number }): string {
  const added = `${clientsInWords(made)} added`
  return merged === 0 ? `${added}.` : `${added}, ${merged.toLocaleString('en-US')} brought up to date.`
}
