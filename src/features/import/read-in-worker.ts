import type { JudgedFile } from '#core/import/plan-import.ts'
import type { ImportAnswer, ImportQuestion } from '#files/file-reader.ts'
import { useEffect, useRef } from 'react'

/** A long answer arrives in parts, then the rest. */
export type ReaderMessage = { id: number } & (JudgedFile | { answer: ImportAnswer })

type Reader = { ask: (question: ImportQuestion) => Promise<ImportAnswer>; close: () => void }

type PendingQuestion = JudgedFile & { settle: (answer: ImportAnswer) => void; fail: (error: Error) => void }

/** Opens a worker that reads files. Questions reject if it cannot start or fails. */
export function openReader(): Reader {
  const worker = new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, PendingQuestion>()
  let lastId = 0
  worker.addEventListener('message', ({ data }: MessageEvent<ReaderMessage>) => {
    const asked = waiting.get(data.id)
    if (asked === undefined) return
    if ('records' in data) {
      asked.records.push(...data.records)
      asked.refused.push(...data.refused)
      return
    }
    const { answer } = data
    const { records, refused } = asked
    asked.settle(answer.kind === 'judged' ? { ...answer, records, refused } : answer)
    waiting.delete(data.id)
  })
  worker.addEventListener('error', () => {
    for (const { fail } of waiting.values()) fail(new Error('The file could not be read.'))
    waiting.clear()
  })
  return {
    ask: (question) =>
      new Promise((settle, fail) => {
        const id = ++lastId
        waiting.set(id, { settle, fail, records: [], refused: [] })
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a page speaks to its worker alone
        worker.postMessage({ id, question })
      }),
    close: () => worker.terminate(),
  }
}

export function useReader(): Reader {
  const reader = useRef<Reader>(null)
  useEffect(() => () => reader.current?.close(), [])
  return {
    ask: (question) => {
      reader.current ??= openReader()
      return reader.current.ask(question)
    },
    close: () => {
      reader.current?.close()
      reader.current = null
    },
  }
}
