import { useEffect, useRef } from 'react'
import { passFileOn, useIncoming } from '#state/incoming-file.ts'

/** Takes a file of this kind that was shared with the app, or opened with it. */
export function useIncomingFile(kind: string, choose: (file: File) => void): void {
  const incoming = useIncoming((state) => state.incoming)
  const latest = useRef(choose)
  useEffect(() => {
    latest.current = choose
  })
  useEffect(() => {
    if (incoming?.of !== kind) return
    passFileOn(null)
    latest.current(incoming.file)
  }, [incoming, kind])
}
