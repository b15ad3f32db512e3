import { create } from 'zustand'

/** A file, and what it contains: an `ImportName`, such as clients. */
type Incoming = { file: File; importName: string } | null

/** A file shared with the app or opened with it, which the import page for its content reads. In memory only: a reload loses it. */
export const useIncoming = create<{ incoming: Incoming }>(() => ({ incoming: null }))

export function setIncomingFile(incoming: Incoming): void {
  useIncoming.setState({ incoming })
}
