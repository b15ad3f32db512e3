import { create } from 'zustand'

type Incoming = { file: File; of: string } | null

/**
 * A file that was shared with the app or opened with it, for the import page of the kind `of`, which takes it from here. In
 * memory only: a reload loses it.
 */
export const useIncoming = create<{ incoming: Incoming }>(() => ({ incoming: null }))

export function setIncomingFile(incoming: Incoming): void {
  useIncoming.setState({ incoming })
}
