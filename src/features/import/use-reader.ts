import { useEffect, useRef } from 'react'
import { openReader, type Reader } from './read-in-worker.ts'

/** A reader of files that is opened with the first question, and ends with the page. */
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
