import type { ImportAnswer, ImportQuestion } from '#files/file-reader.ts'

export type Reader = { ask: (question: ImportQuestion) => Promise<ImportAnswer>; close: () => void }

/** A reader of files beside the page. Rejects when it cannot be started, or a file is too much for it. */
export function openReader(): Reader {
  const worker = new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, { settle: (answer: ImportAnswer) => void; fail: (error: Error) => void }>()
  let lastId = 0
  worker.addEventListener('message', ({ data }: MessageEvent<{ id: number; answer: ImportAnswer }>) => {
    waiting.get(data.id)?.settle(data.answer)
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
        waiting.set(id, { settle, fail })
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a page speaks to its worker alone
        worker.postMessage({ id, question })
      }),
    close: () => worker.terminate(),
  }
}
