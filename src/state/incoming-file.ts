import { create } from 'zustand'

/** A file, and what it contains: an `ImportName`, such as clients. */
type Incoming = { file: File; importName: string } | null

/**
 * A file that was shared with the app or opened with it. The import page for its content reads the file from this store. In memory
 * only: a reload loses it.
 */
export const useIncoming = create<{ incoming: Incoming }>(() => ({ incoming: null }))

export function setIncomingFile(incoming: Incoming): void {
  useIncoming.setState({ incoming })
}
