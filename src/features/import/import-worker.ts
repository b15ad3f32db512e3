import { fileReader, type ImportQuestion } from '#files/file-reader.ts'
import type { ReaderMessage } from './read-in-worker.ts'

// The entry of a web worker that reads files, to keep the page responsive.
const answerTo = fileReader()
addEventListener('message', ({ data }: MessageEvent<{ id: number; question: ImportQuestion }>) => {
  const answer = answerTo(data.question)
  if (answer.kind === 'judged')
    // Posts the file's records and refused lines in parts, so that the page can respond to the agent in between.
    while (answer.records.length + answer.refused.length > 0) {
      const part = answer.records.splice(0, linesAtOnce)
      post({ id: data.id, records: part, refused: answer.refused.splice(0, linesAtOnce - part.length) })
    }
  post({ id: data.id, answer })
})

const linesAtOnce = 500

function post(message: ReaderMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only the page that started the worker receives it
  postMessage(message)
}
