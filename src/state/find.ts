import { create } from 'zustand'

/** Which of the two stands over the page: the search over everything, or the list of keys. */
export const useFind = create<{ open: 'search' | 'keys' | null }>(() => ({ open: null }))

export function openFind(open: 'search' | 'keys'): void {
  useFind.setState({ open })
}

export function closeFind(): void {
  useFind.setState({ open: null })
}
