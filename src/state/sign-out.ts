import { create } from 'zustand'

/** Whether the agent asked to leave; the app then does what leaving needs, wherever the button stood. */
export const useSignOut = create<{ isRequested: boolean }>(() => ({ isRequested: false }))

export function requestSignOut(): void {
  useSignOut.setState({ isRequested: true })
}

export function signOutIsSettled(): void {
  useSignOut.setState({ isRequested: false })
}
