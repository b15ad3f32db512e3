import { fileReader, type ImportAnswer, type ImportQuestion } from '#files/file-reader.ts'

// This file is the start of a web worker: it reads files so that the page stays quick.
const answerTo = fileReader()
addEventListener('message', ({ data }: MessageEvent<{ id: number; question: ImportQuestion }>) => {
  const answer: ImportAnswer = answerTo(data.question)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker speaks to its page alone
  postMessage({ id: data.id, answer })
})
