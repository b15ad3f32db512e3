import { create } from 'zustand'

/**
 * Whether the agent asked to leave; the app then does what leaving needs, wherever the button stood. `isAhead`: leaving
 * will be asked for, and the server may have ended the session by then.
 */
export const useSignOut = create(() => ({ isRequested: false, isAhead: false }))

export function signOutIsAhead(): void {
  useSignOut.setState({ isAhead: true })
}

export function requestSignOut(): void {
  useSignOut.setState({ isRequested: true })
}

export function signOutIsSettled(): void {
  useSignOut.setState({ isRequested: false, isAhead: false })
}
