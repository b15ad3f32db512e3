import { useConnection } from '#state/connection.ts'
import { setKioskRunning } from '#state/kiosk.ts'
import { isLogoutPending } from '#state/pending-logout.ts'
import { onSessionChange } from '#state/session-channel.ts'
import { setLocalSession, useSession } from '#state/session.ts'
import { runningKiosk } from '#storage/kiosk/kiosk-lock.ts'
import { onPageReturn } from '#storage/database/page-freeze.ts'
import { signedInAgent } from '#storage/device/remembered-agent.ts'
import type { AppRouter } from './routes.tsx'
import { whenIdle } from '#app/page/when-idle.ts'

/** Determines which agent is signed in, from the device and then from the server, and follows changes. Returns a function that stops this. */
export function startSession(router: AppRouter): () => void {
  const cleanups = [
    useSession.subscribe((session, before) => {
      const isVisitor = before.status === 'checking' && session.status === 'signed-out'
      const hasChanged = session.status !== before.status || session.user?.id !== before.user?.id
      if (!isVisitor && hasChanged)
        void agentSession().then(({ followSession }) => followSession(session, before, router))
    }),
    onSessionChange(() => followOtherTab(router)),
    onPageReturn(() => followOtherTab(router)),
    // If the cookie now belongs to another agent, gets that agent from the server and switches to it (fault D7).
    useConnection.subscribe(({ state }, before) => {
      if (state === 'wrong-agent' && before.state !== 'wrong-agent') void checkWithServer()
    }),
  ]
  const sendPendingLogout = () => {
    if (isLogoutPending()) void checkWithServer()
  }
  window.addEventListener('online', sendPendingLogout)
  let isStopped = false
  void begin(() => isStopped)
  return () => {
    isStopped = true
    for (const cleanUp of cleanups) cleanUp()
    window.removeEventListener('online', sendPendingLogout)
  }
}

function followOtherTab(router: AppRouter): void {
  void agentSession().then((session) => session.followOtherTab(router))
}

async function begin(isStopped: () => boolean): Promise<void> {
  // Undefined if storage does not work, which the sign-in page reports; null if no agent is remembered.
  const known = await signedInAgent().catch(() => undefined)
  const remembered = known ?? null
  if (remembered !== null) preloadWorkspace()
  // A reload must not end the kiosk. After a storage failure the agent is unknown, and reading the lock would delete it as another agent's.
  const kiosk = known === undefined ? null : await runningKiosk(known?.agentId ?? null).catch(() => null)
  if (kiosk !== null) setKioskRunning(kiosk)
  if (remembered === null) return beginUnknown()
  setLocalSession(remembered.user)
  // A remembered agent starts working at once; the request to the server can wait.
  await whenIdle()
  if (!isStopped() && useSession.getState().user !== null) await checkWithServer()
}

/** A private page waits up to ten seconds for the server before it shows the login form, which must not vanish while the agent types. */
async function beginUnknown(): Promise<void> {
  if (!couldBeSignedIn()) return setLocalSession(null)
  const checking = checkWithServer()
  if (!isPublic()) await Promise.race([checking.catch(() => undefined), tenSeconds()])
  setLocalSession(null)
  await checking
}

function tenSeconds(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 10_000))
}

/** False on a first visit to a public page: the request would only log a 401 in the console. */
function couldBeSignedIn(): boolean {
  return !isPublic() || isLogoutPending() || /(^|; )csrftoken=/.test(document.cookie) || hasAccessToken()
}

function isPublic(): boolean {
  return ['/', '/login', '/register', '/reset-password', '/questionnaire'].includes(location.pathname)
}

/** A bearer token in local storage signs requests in without a cookie. */
function hasAccessToken(): boolean {
  try {
    return localStorage.getItem('access_token') !== null
  } catch {
    return false
  }
}

async function checkWithServer(): Promise<void> {
  const { refreshSession } = await import('./refresh-session.ts')
  await refreshSession()
}

/** Loads the chunks of the workspace in parallel; otherwise they would load one after another. */
function preloadWorkspace(): void {
  const parts = [
    agentSession(),
    import('./agent-layout.tsx'),
    import('./workspace-layout.tsx'),
    import('#storage/opening/open-device.ts'),
  ]
  // The screen that needs a chunk reports the failure.
  for (const part of parts) part.catch(() => undefined)
}

function agentSession() {
  return import('./agent-session.ts')
}
