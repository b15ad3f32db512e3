import { create } from 'zustand'

type Incoming = { file: File; of: string } | null

/** A file for the import of this kind, which is open or opens next. A reload loses it. */
export const useIncoming = create<{ incoming: Incoming }>(() => ({ incoming: null }))

export function passFileOn(incoming: Incoming): void {
  useIncoming.setState({ incoming })
}
