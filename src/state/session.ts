import { create } from 'zustand'
import type { User } from '#core/contract/account.ts'
import { deferSessionEnd } from './kiosk.ts'

export const useSignOut = create(() => ({
  /** The app must sign out now. */
  isRequested: false,
  /** The app will sign out. The server may end the session before that, for example because the account is being closed. */
  isAhead: false,
}))

export function expectSignOut(): void {
  useSignOut.setState({ isAhead: true })
}

export function requestSignOut(): void {
  useSignOut.setState({ isRequested: true })
}

export function signOutEnded(): void {
  useSignOut.setState({ isRequested: false, isAhead: false })
}

/** `locked`: the server ended the session (401). The data stays on this device, hidden until the same agent signs in. */
type SessionStatus = 'checking' | 'signed-out' | 'signing-in' | 'signed-in' | 'locked'

/** The parts of the workspace, each with a loading flag and an error of its own. */
export const areas = ['dashboard', 'clients', 'listings', 'tours', 'profile'] as const
export type Area = (typeof areas)[number]
type AreaState = { loading: boolean; error: string | null }

export type Session = {
  status: SessionStatus
  /** The signed-in agent; in `locked`, the agent whose session ended; otherwise null. */
  user: User | null
  authError: string | null
  globalError: string | null
  areas: Record<Area, AreaState>
  /** Epoch milliseconds. */
  loginAttemptedAt: number | null
}

/** A session check that fails within this time after a login does not remove the login's own error message. */
const loginGraceMs = 10_000

const idle: AreaState = { loading: false, error: null }

export const useSession = create<Session>(() => ({
  status: 'checking',
  user: null,
  authError: null,
  globalError: null,
  areas: { dashboard: idle, clients: idle, listings: idle, tours: idle, profile: idle },
  loginAttemptedAt: null,
}))

/** Sets the first session from the remembered agent, before the server has confirmed it. */
export function setLocalSession(user: User | null): void {
  if (useSession.getState().status !== 'checking') return
  useSession.setState({ status: user === null ? 'signed-out' : 'signed-in', user })
}

/** Returns false if a sign-in is already running; a second submit is ignored. */
export function beginSignIn(now: number): boolean {
  if (useSession.getState().status === 'signing-in') return false
  useSession.setState({ status: 'signing-in', authError: null, loginAttemptedAt: now })
  return true
}

export function signInSucceeded(user: User): void {
  useSession.setState({ status: 'signed-in', user, authError: null })
}

/** `lockedUser`: the agent whose session had ended before this sign-in; null if there is none. */
export function signInFailed(message: string, lockedUser: User | null): void {
  useSession.setState({
    status: lockedUser === null ? 'signed-out' : 'locked',
    user: lockedUser,
    authError: message,
  })
}

/** Called when the server reports that no agent is signed in. A signed-in agent becomes locked. */
export function sessionEnded(now: number): void {
  const { status, user, authError, loginAttemptedAt } = useSession.getState()
  if (status === 'signing-in') return
  // Locking would leave data on the device that the coming sign-out deletes. In a kiosk, the agent's session ends after the kiosk.
  if (useSignOut.getState().isAhead || deferSessionEnd()) return
  const inGrace = loginAttemptedAt !== null && now - loginAttemptedAt < loginGraceMs
  useSession.setState({
    status: user === null ? 'signed-out' : 'locked',
    authError: inGrace ? authError : null,
  })
}

/** Called when the server has confirmed the session, or the agent has changed the profile. */
export function setProfile(user: User): void {
  if (useSession.getState().status === 'signing-in') return
  useSession.setState({ status: 'signed-in', user })
}

export function signedOut(): void {
  useSession.setState({ ...useSession.getInitialState(), status: 'signed-out' })
}

export function clearAuthError(): void {
  useSession.setState({ authError: null })
}

/** Sets the area's loading flag while `work` runs; a failure is stored in the area and thrown again. */
export async function inArea<Result>(area: Area, work: () => Promise<Result>): Promise<Result> {
  setArea(area, { loading: true, error: null })
  try {
    const result = await work()
    setArea(area, idle)
    return result
  } catch (cause) {
    setArea(area, { loading: false, error: messageOf(cause) })
    throw cause
  }
}

/** Called when a load starts in the background; an earlier error stays until the load ends. */
export function areaLoadStarted(area: Area): void {
  setArea(area, { ...useSession.getState().areas[area], loading: true })
}

export function areaIsLoaded(area: Area): void {
  setArea(area, idle)
}

export function areaFailed(area: Area, error: string): void {
  setArea(area, { loading: false, error })
}

function setArea(area: Area, state: AreaState): void {
  const { areas: before } = useSession.getState()
  if (before[area].loading === state.loading && before[area].error === state.error) return
  useSession.setState({ areas: { ...before, [area]: state } })
}

/** Returns the server's `error`, otherwise the failure's message, otherwise 'An error occurred'. */
export function messageOf(cause: unknown): string {
  if (typeof cause === 'object' && cause !== null) {
    if ('error' in cause && typeof cause.error === 'string' && cause.error !== '') return cause.error
    if ('message' in cause && typeof cause.message === 'string' && cause.message !== '') return cause.message
  }
  return 'An error occurred'
}
