import { readProfile } from '#api/account-calls.ts'
import { sendPendingLogout } from '#features/account/sign-in/sign-in-commands.ts'
import { isLogoutPending } from '#state/pending-logout.ts'
import { useKiosk } from '#state/kiosk.ts'
import { setProfile, type Session, sessionEnded, useSession } from '#state/session.ts'
import { lockAgent, rememberAgent, signedInAgent } from '#storage/device/remembered-agent.ts'

/** Gets the signed-in agent from the server, after a pending logout. Only a response changes the session: a network failure signs no one out. */
export async function refreshSession(): Promise<void> {
  // A running sign-in has already tried to send the pending logout; a second logout could end the new session.
  if (useSession.getState().status !== 'signing-in') await sendPendingLogout()
  if (isLogoutPending()) return
  const before = useSession.getState()
  const answer = await readProfile()
  // The session changed during the request, so the response is stale.
  if (isLogoutPending() || (await hasChangedSince(before))) return
  if (answer.ok) {
    const { user } = useSession.getState()
    const { running } = useKiosk.getState()
    // The cookie is now another agent's. A kiosk belongs to the agent who started it, so the session ends instead of switching.
    if (running !== null && running.agentId !== String(answer.value.id)) return sessionEnded(Date.now())
    if (user !== null && user.id !== answer.value.id) await lockAgent(String(user.id)).catch(() => undefined)
    await rememberAgent(answer.value).catch(() => undefined)
    setProfile(answer.value)
  } else if (answer.problem === 'signed-out') {
    sessionEnded(Date.now())
  }
}

/** True if the session has changed since `before` was read, here or in another tab whose message has not arrived yet. */
async function hasChangedSince({ status, user, loginAttemptedAt }: Session): Promise<boolean> {
  const now = useSession.getState()
  if (now.loginAttemptedAt !== loginAttemptedAt || now.user?.id !== user?.id) return true
  if (status !== 'signed-in') return false
  // Without working storage no agent is remembered.
  const remembered = await signedInAgent().catch(() => undefined)
  return remembered !== undefined && remembered?.agentId !== String(user?.id)
}
