import { resetKiosk, setKioskRunning, useKiosk } from '#state/kiosk.ts'
import { clearViews } from '#state/last-views.ts'
import { endNotifications } from '#state/notifications.ts'
import { announceSessionChange } from '#state/session-channel.ts'
import { setProfile, sessionEnded, signedOut, useSession, type Session } from '#state/session.ts'
import { runningKiosk } from '#storage/kiosk/kiosk-lock.ts'
import { lockAgent, signedInAgent } from '#storage/device/remembered-agent.ts'
import type { AppRouter } from './routes.tsx'
import { whenIdle } from '#app/page/when-idle.ts'
import { closeWorkspace, openWorkspace } from './workspace.ts'

/** Called when the session changes: opens or closes the workspace, and shows the login page after a sign-out or an expired session. */
export function followSession(session: Session, before: Session, router: AppRouter): void {
  const { status, user } = session
  if (status === 'signing-in') return
  if (before.status === 'signed-in') endNotifications()
  if (status === 'signed-in' && user !== null) {
    // The screens of a returning agent show stored data, so sync may start later.
    void openWorkspace(String(user.id), before.status === 'checking' ? 'when-idle' : 'at-once', {
      openOutbox: () => void router.navigate({ to: '/outbox' }),
    })
    void whenIdle().then(loadChunks)
    // Lets the sign-in page redirect an agent who is already signed in.
    void router.invalidate()
    return
  }
  void closeWorkspace()
  clearViews()
  if (before.status !== 'signed-in') return
  if (status === 'locked' && user !== null) void lock(String(user.id))
  const { href, pathname } = router.state.location
  const isPublic = ['/', '/login', '/register'].includes(pathname)
  // After an expired session, signing in leads back to this page; after a deliberate sign-out, it does not.
  if (status === 'signed-out') void router.navigate({ to: '/login' })
  else if (!isPublic) void router.navigate({ to: '/login', search: { next: href } })
}

/** Adopts what another tab changed: it signed in or out, or started or ended a kiosk. */
export async function followOtherTab(router: AppRouter): Promise<void> {
  // Without working storage no agent is remembered, and each tab checks the session with the server.
  const agent = await signedInAgent().catch(() => undefined)
  if (agent === undefined) return
  await followKiosk(agent?.agentId ?? null, router)
  const { status, user } = useSession.getState()
  if (agent !== null) {
    if (status !== 'signed-in' || String(user?.id) !== agent.agentId) setProfile(agent.user)
  } else if (status === 'signed-in') {
    signedOut()
  }
}

async function loadChunks(): Promise<void> {
  const module = await import('./preload-chunks.ts').catch(() => null)
  await module?.startIdleWork()
}

async function followKiosk(agentId: string | null, router: AppRouter): Promise<void> {
  const kiosk = await runningKiosk(agentId)
  if (kiosk?.path === useKiosk.getState().running?.path) return
  if (kiosk !== null) setKioskRunning(kiosk)
  // `resetKiosk` returns true if the session ended while the kiosk ran.
  else if (resetKiosk()) sessionEnded(Date.now())
  await router.invalidate()
}

async function lock(agentId: string): Promise<void> {
  await lockAgent(agentId).catch(() => undefined)
  announceSessionChange()
}
