import { useConnection } from '#state/connection.ts'
import { announceSessionChange, onSessionChange } from '#state/session-channel.ts'
import { isLogoutOwed } from '#state/owed-logout.ts'
import { loadRecentActivity } from '#state/recent-activity.ts'
import {
  localSessionIsKnown,
  profileIsKnown,
  sessionEnded,
  signedOut,
  useSession,
  type Session,
} from '#state/session.ts'
import { lockAgent, rememberAgent, signedInAgent } from '#storage/remembered-agent.ts'
import type { AppRouter } from './routes.tsx'
import { closeWorkspace, openWorkspace } from './workspace.ts'

/**
 * Finds out who is at work: first from what this device remembers, which needs no network, then from the server, in the
 * background. From then on opens and closes the agent's workspace as the session changes. Gives back how to stop.
 */
export function startSession(router: AppRouter): () => void {
  const stopFollowing = useSession.subscribe((session, before) => {
    if (session.status !== before.status || session.user?.id !== before.user?.id) follow(session, before, router)
  })
  const stopListening = onSessionChange(() => void followOtherTab())
  // The browser's cookie is somebody else's: the server says whose, and the session follows it (fault D7).
  const stopWatching = useConnection.subscribe(({ state }, before) => {
    if (state === 'wrong-agent' && before.state !== 'wrong-agent') void askServer()
  })
  const online = () => void payOwed()
  window.addEventListener('online', online)
  void signedInAgent()
    // A browser that keeps nothing remembers nobody; signing in says so.
    .catch(() => null)
    .then((remembered) => {
      localSessionIsKnown(remembered?.user ?? null)
      return askServer()
    })
  return () => {
    stopFollowing()
    stopListening()
    stopWatching()
    window.removeEventListener('online', online)
  }
}

function follow(session: Session, before: Session, router: AppRouter): void {
  const { status, user } = session
  if (status === 'signing-in') return
  if (status === 'signed-in' && user !== null) {
    loadRecentActivity(user.id)
    void openWorkspace(String(user.id))
    // The sign-in page lets a present agent go on to where they were.
    void router.invalidate()
    return
  }
  loadRecentActivity(null)
  void closeWorkspace()
  if (before.status !== 'signed-in') return
  if (status === 'locked' && user !== null) void lock(String(user.id))
  const { href, pathname } = router.state.location
  const isPublic = pathname === '/' || pathname === '/login' || pathname === '/register'
  // A session that ended leads back to the page after signing in; who signs out by choice is done with it.
  if (status === 'signed-out') void router.navigate({ to: '/login' })
  else if (!isPublic) void router.navigate({ to: '/login', search: { next: href } })
}

async function lock(agentId: string): Promise<void> {
  await lockAgent(agentId)
  announceSessionChange()
}

/** Only an answer decides: a network failure never signs anybody out. */
async function askServer(): Promise<void> {
  await payOwed()
  if (isLogoutOwed() || !couldBeSignedIn()) return
  const { loginAttemptedAt } = useSession.getState()
  const { readProfile } = await import('#api/sign-in.ts')
  const answer = await readProfile()
  // Somebody has signed in or out meanwhile; this answer speaks of the time before.
  if (useSession.getState().loginAttemptedAt !== loginAttemptedAt || isLogoutOwed()) return
  if (answer.ok) {
    const { user } = useSession.getState()
    if (user !== null && user.id !== answer.value.id) await lockAgent(String(user.id))
    await rememberAgent(answer.value).catch(() => undefined)
    profileIsKnown(answer.value)
  } else if (answer.problem === 'signed-out') {
    sessionEnded(Date.now())
  }
}

async function payOwed(): Promise<void> {
  if (!isLogoutOwed()) return
  const { payOwedLogout } = await import('#features/account/owed-logout.ts')
  await payOwedLogout()
}

/**
 * A first visit asks nothing: with no agent remembered, no anti-forgery cookie and no token, the answer would be a 401
 * that only fills the browser's console. Pages that need an agent ask all the same.
 */
function couldBeSignedIn(): boolean {
  if (useSession.getState().user !== null) return true
  const isPublic = location.pathname === '/' || location.pathname === '/register'
  return !isPublic || /(^|; )csrftoken=/.test(document.cookie) || localStorage.getItem('access_token') !== null
}

async function followOtherTab(): Promise<void> {
  const agent = await signedInAgent()
  const { status, user } = useSession.getState()
  if (agent !== null) {
    if (status !== 'signed-in' || String(user?.id) !== agent.agentId) profileIsKnown(agent.user)
  } else if (status === 'signed-in') {
    signedOut()
  }
}
