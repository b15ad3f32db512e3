import { create } from 'zustand'
import type { User } from '#core/contract/account.ts'
import { isSessionEndPutOff } from './kiosk.ts'

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

/**
 * `checking` until this device knows who used it last. `locked`: the server ended the session (a 401); the agent's
 * data stays on this device, out of sight, until the same agent signs in again.
 */
type SessionStatus = 'checking' | 'signed-out' | 'signing-in' | 'signed-in' | 'locked'

export const areas = ['dashboard', 'clients', 'listings', 'tours', 'profile'] as const
export type Area = (typeof areas)[number]
type AreaState = { loading: boolean; error: string | null }

export type Session = {
  status: SessionStatus
  /** The agent at work; in `locked` the one whose session ended; otherwise null. */
  user: User | null
  /** What the sign-in form shows above its fields. */
  authError: string | null
  /** A message that belongs to no area. */
  globalError: string | null
  areas: Record<Area, AreaState>
  loginAttemptedAt: number | null
}

/** A failed session check within this time of a login attempt leaves the login's own message standing. */
const loginGraceMs = 10_000

const quiet: AreaState = { loading: false, error: null }

export const useSession = create<Session>(() => ({
  status: 'checking',
  user: null,
  authError: null,
  globalError: null,
  areas: { dashboard: quiet, clients: quiet, listings: quiet, tours: quiet, profile: quiet },
  loginAttemptedAt: null,
}))

/** What this device remembers decides first; the server is asked afterwards, in the background. */
export function localSessionIsKnown(user: User | null): void {
  if (useSession.getState().status !== 'checking') return
  useSession.setState({ status: user === null ? 'signed-out' : 'signed-in', user })
}

/** False when a sign-in is already running: the second submit is ignored. */
export function beginSignIn(now: number): boolean {
  if (useSession.getState().status === 'signing-in') return false
  useSession.setState({ status: 'signing-in', authError: null, loginAttemptedAt: now })
  return true
}

export function signInSucceeded(user: User): void {
  useSession.setState({ status: 'signed-in', user, authError: null })
}

/** `lockedUser` is whose data waits on this device, so that the form can go on saying so. */
export function signInFailed(message: string, lockedUser: User | null): void {
  useSession.setState({
    status: lockedUser === null ? 'signed-out' : 'locked',
    user: lockedUser,
    authError: message,
  })
}

/** The server says that no one is signed in. An agent who was at work is locked out, with their data kept. */
export function sessionEnded(now: number): void {
  const { status, user, authError, loginAttemptedAt } = useSession.getState()
  if (status === 'signing-in') return
  // Locking would keep what leaving takes off this device.
  if (useSignOut.getState().isAhead || isSessionEndPutOff()) return
  const inGrace = loginAttemptedAt !== null && now - loginAttemptedAt < loginGraceMs
  useSession.setState({
    status: user === null ? 'signed-out' : 'locked',
    authError: inGrace ? authError : null,
  })
}

/** The server confirmed who is signed in, or the profile was changed here. */
export function profileIsKnown(user: User): void {
  if (useSession.getState().status === 'signing-in') return
  useSession.setState({ status: 'signed-in', user })
}

/** The agent signed out by choice. */
export function signedOut(): void {
  useSession.setState({ ...useSession.getInitialState(), status: 'signed-out' })
}

export function clearAuthError(): void {
  useSession.setState({ authError: null })
}

/** Runs `work` with the area's loading flag up; a failure is recorded in the area's error slot and thrown again. */
export async function inArea<Result>(area: Area, work: () => Promise<Result>): Promise<Result> {
  setArea(area, { loading: true, error: null })
  try {
    const result = await work()
    setArea(area, quiet)
    return result
  } catch (cause) {
    setArea(area, { loading: false, error: messageOf(cause) })
    throw cause
  }
}

/** A load in the background began; an earlier error stands until it is known better. */
export function areaIsLoading(area: Area): void {
  setArea(area, { ...useSession.getState().areas[area], loading: true })
}

export function areaIsLoaded(area: Area): void {
  setArea(area, quiet)
}

export function areaFailed(area: Area, error: string): void {
  setArea(area, { loading: false, error })
}

function setArea(area: Area, state: AreaState): void {
  const { areas: before } = useSession.getState()
  if (before[area].loading === state.loading && before[area].error === state.error) return
  useSession.setState({ areas: { ...before, [area]: state } })
}

/** The server's `error`, else the failure's own message, else 'An error occurred'. */
export function messageOf(cause: unknown): string {
  if (typeof cause === 'object' && cause !== null) {
    if ('error' in cause && typeof cause.error === 'string' && cause.error !== '') return cause.error
    if ('message' in cause && typeof cause.message === 'string' && cause.message !== '') return cause.message
  }
  return 'An error occurred'
}
