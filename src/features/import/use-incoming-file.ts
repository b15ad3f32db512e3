import { useEffect, useRef } from 'react'
import { takeIncomingFile } from '#state/incoming-file.ts'

/** Takes a file that was shared with the app, or opened with it. */
export function useIncomingFile(choose: (file: File) => void): void {
  const latest = useRef(choose)
  useEffect(() => {
    latest.current = choose
  })
  useEffect(() => {
    const incoming = takeIncomingFile()
    if (incoming !== null) latest.current(incoming)
  }, [])
}
