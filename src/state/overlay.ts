import { create } from 'zustand'

type Overlay = {
  /** What is open: the search over everything, the list of keyboard shortcuts, or the sheet that adds a home. */
  open: 'search' | 'keys' | 'add-home' | null
  /** The search text that prefills the address of the added home. */
  address: string
}

export const useOverlay = create<Overlay>(() => ({ open: null, address: '' }))

export function openOverlay(open: 'search' | 'keys'): void {
  useOverlay.setState({ open })
}

export function openAddHome(address: string): void {
  useOverlay.setState({ open: 'add-home', address })
}

export function closeOverlay(): void {
  useOverlay.setState({ open: null })
}
