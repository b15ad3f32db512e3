import type { JudgedFile } from '#core/import/plan-import.ts'
import type { ImportAnswer, ImportQuestion } from '#files/file-reader.ts'
import { useEffect, useRef } from 'react'

/** A message from the worker about the question `id`. The records of a long answer arrive first, in several messages; `answer` is the last. */
export type ReaderMessage = { id: number } & (JudgedFile | { answer: ImportAnswer })

type Reader = { ask: (question: ImportQuestion) => Promise<ImportAnswer>; close: () => void }

type PendingQuestion = JudgedFile & { settle: (answer: ImportAnswer) => void; fail: (error: Error) => void }

/** Opens a worker that reads files. Pending questions reject if the worker cannot start or fails. */
export function openReader(): Reader {
  const worker = new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module' })
  const pendingById = new Map<number, PendingQuestion>()
  let lastId = 0
  worker.addEventListener('message', ({ data }: MessageEvent<ReaderMessage>) => {
    const pending = pendingById.get(data.id)
    if (pending === undefined) return
    if ('records' in data) {
      pending.records.push(...data.records)
      pending.refused.push(...data.refused)
      return
    }
    const { answer } = data
    const { records, refused } = pending
    pending.settle(answer.kind === 'judged' ? { ...answer, records, refused } : answer)
    pendingById.delete(data.id)
  })
  worker.addEventListener('error', () => {
    for (const { fail } of pendingById.values()) fail(new Error('The file could not be read.'))
    pendingById.clear()
  })
  return {
    ask: (question) =>
      new Promise((settle, fail) => {
        const id = ++lastId
        pendingById.set(id, { settle, fail, records: [], refused: [] })
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a page speaks to its worker alone
        worker.postMessage({ id, question })
      }),
    close: () => worker.terminate(),
  }
}

/** Returns a reader that opens its worker with the first question and closes it when the component unmounts. */
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
