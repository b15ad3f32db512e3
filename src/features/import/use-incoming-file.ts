import { useEffect, useEffectEvent } from 'react'
import { passFileOn, useIncoming } from '#state/incoming-file.ts'

/** Takes a file of this kind that was shared with the app, or opened with it. */
export function useIncomingFile(kind: string, choose: (file: File) => void): void {
  const incoming = useIncoming((state) => state.incoming)
  const take = useEffectEvent(choose)
  useEffect(() => {
    if (incoming?.of !== kind) return
    passFileOn(null)
    take(incoming.file)
  }, [incoming, kind])
}
