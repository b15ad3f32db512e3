import { useConnection } from '#state/connection.ts'
import { kioskIsRunning } from '#state/kiosk.ts'
import { isLogoutPending } from '#state/pending-logout.ts'
import { onSessionChange } from '#state/session-channel.ts'
import { localSessionIsKnown, useSession } from '#state/session.ts'
import { runningKiosk } from '#storage/kiosk/kiosk-lock.ts'
import { onPageReturn } from '#storage/database/page-freeze.ts'
import { signedInAgent } from '#storage/device/remembered-agent.ts'
import type { AppRouter } from './routes.tsx'
import { whenIdle } from '#app/page/when-idle.ts'

/**
 * Finds out who is signed in: first from what this device remembers, which needs no network, then from the server, in the
 * background. From then on opens and closes the agent's workspace as the session changes. Returns a function that stops it.
 */
export function startSession(router: AppRouter): () => void {
  const ending = [
    useSession.subscribe((session, before) => {
      const isVisitor = before.status === 'checking' && session.status === 'signed-out'
      const hasChanged = session.status !== before.status || session.user?.id !== before.user?.id
      if (!isVisitor && hasChanged)
        void agentSession().then(({ followSession }) => followSession(session, before, router))
    }),
    onSessionChange(() => followOtherTab(router)),
    onPageReturn(() => followOtherTab(router)),
    // The browser's cookie is somebody else's: the server says whose, and the session follows it (fault D7).
    useConnection.subscribe(({ state }, before) => {
      if (state === 'wrong-agent' && before.state !== 'wrong-agent') void askServer()
    }),
  ]
  const online = () => {
    if (isLogoutPending()) void askServer()
  }
  window.addEventListener('online', online)
  let isStopped = false
  void begin(() => isStopped)
  return () => {
    isStopped = true
    for (const end of ending) end()
    window.removeEventListener('online', online)
  }
}

/** Another tab may have changed who is signed in. */
function followOtherTab(router: AppRouter): void {
  void agentSession().then((session) => session.followOtherTab(router))
}

async function begin(isStopped: () => boolean): Promise<void> {
  // A browser that keeps nothing remembers no agent; signing in says so.
  const known = await signedInAgent().catch(() => undefined)
  const remembered = known ?? null
  if (remembered !== null) fetchWorkplace()
  // A reload of a kiosk stays in the kiosk. After a storage failure the agent is unknown, and the check would delete the lock
  // as that of another agent.
  const kiosk = known === undefined ? null : await runningKiosk(known?.agentId ?? null).catch(() => null)
  if (kiosk !== null) kioskIsRunning(kiosk)
  if (remembered === null) return beginUnknown()
  localSessionIsKnown(remembered.user)
  // An agent who was here works on at once.
  await whenIdle()
  if (!isStopped() && useSession.getState().user !== null) await askServer()
}

/** A private page shows neither itself nor the login form, in which one would begin to type, before the server has said who this is. */
async function beginUnknown(): Promise<void> {
  if (!couldBeSignedIn()) return localSessionIsKnown(null)
  const asking = askServer()
  if (!isPublic()) await Promise.race([asking.catch(() => undefined), patience()])
  localSessionIsKnown(null)
  await asking
}

function patience(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 10_000))
}

/**
 * A first visit asks nothing: with no agent remembered, no anti-forgery cookie and no token, the answer would be a 401
 * that only fills the browser's console. Pages that need an agent ask all the same.
 */
function couldBeSignedIn(): boolean {
  return !isPublic() || isLogoutPending() || /(^|; )csrftoken=/.test(document.cookie) || hasAccessToken()
}

function isPublic(): boolean {
  return ['/', '/login', '/register', '/reset-password', '/questionnaire'].includes(location.pathname)
}

function hasAccessToken(): boolean {
  try {
    return localStorage.getItem('access_token') !== null
  } catch {
    return false
  }
}

async function askServer(): Promise<void> {
  const asking = await import('./ask-server.ts')
  await asking.askServer()
}

/** Asks for the code of the first screen all at once; each part would otherwise wait for the one before. */
function fetchWorkplace(): void {
  const parts = [
    agentSession(),
    import('./agent-layout.tsx'),
    import('./workspace-layout.tsx'),
    import('#storage/opening/open-device.ts'),
  ]
  // The screen that needs them meets the failure and says so.
  for (const part of parts) part.catch(() => undefined)
}

/** What only agents need; a visitor's first page does without. */
function agentSession() {
  return import('./agent-session.ts')
}
