import { useEffect, useRef } from 'react'
import type { ImportAnswer, ImportQuestion } from '#files/file-reader.ts'
import { openReader, type Reader } from './read-in-worker.ts'

type AskReader = {
  /** Null for an answer that has been overtaken by another question. */
  ask: (question: ImportQuestion) => Promise<ImportAnswer | null>
  close: () => void
}

/** A reader of files that is opened with the first question, and ends with the page. */
export function useReader(): AskReader {
  const reader = useRef<Reader>(null)
  const asked = useRef(0)
  useEffect(() => () => reader.current?.close(), [])
  return {
    ask: async (question) => {
      asked.current += 1
      const number = asked.current
      reader.current ??= openReader()
      const answer = await reader.current.ask(question)
      return number === asked.current ? answer : null
    },
    close: () => {
      reader.current?.close()
      reader.current = null
    },
  }
}
