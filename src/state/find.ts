import { create } from 'zustand'

type Find = {
  /** The overlay: the search over everything, the list of shortcuts, or the sheet that adds a home. */
  open: 'search' | 'keys' | 'add-home' | null
  address: string
}

export const useFind = create<Find>(() => ({ open: null, address: '' }))

export function openFind(open: 'search' | 'keys'): void {
  useFind.setState({ open })
}

export function openAddHome(address: string): void {
  useFind.setState({ open: 'add-home', address })
}

export function closeFind(): void {
  useFind.setState({ open: null })
}
