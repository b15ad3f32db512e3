import { create } from 'zustand'

type Find = {
  /** The overlay: the search over everything, the list of shortcuts, or the sheet that adds a home. */
  open: 'search' | 'keys' | 'add-home' | null
  address: string
}

export const useOverlay = create<Find>(() => ({ open: null, address: '' }))

export function openFind(open: 'search' | 'keys'): void {
  useOverlay.setState({ open })
}

export function openAddHome(address: string): void {
  useOverlay.setState({ open: 'add-home', address })
}

export function closeFind(): void {
  useOverlay.setState({ open: null })
}
