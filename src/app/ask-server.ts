import { readProfile } from '#api/account-calls.ts'
import { sendPendingLogout } from '#features/account/sign-in/sign-in-commands.ts'
import { isLogoutPending } from '#state/pending-logout.ts'
import { useKiosk } from '#state/kiosk.ts'
import { profileIsKnown, type Session, sessionEnded, useSession } from '#state/session.ts'
import { lockAgent, rememberAgent, signedInAgent } from '#storage/device/remembered-agent.ts'

/** Asks the server who is signed in. Only an answer decides: a network failure never signs anybody out. */
export async function askServer(): Promise<void> {
  // A sign-in that runs has tried to pay already; a second logout could arrive after it and end it.
  if (useSession.getState().status !== 'signing-in') await sendPendingLogout()
  if (isLogoutPending()) return
  const asked = useSession.getState()
  const answer = await readProfile()
  // This answer speaks of the time before.
  if (isLogoutPending() || (await hasChangedSince(asked))) return
  if (answer.ok) {
    const { user } = useSession.getState()
    const { running } = useKiosk.getState()
    // The visitors' screen stays with the agent who put it up, also when the browser's cookie is another's now.
    if (running !== null && running.agentId !== String(answer.value.id)) return sessionEnded(Date.now())
    if (user !== null && user.id !== answer.value.id) await lockAgent(String(user.id)).catch(() => undefined)
    await rememberAgent(answer.value).catch(() => undefined)
    profileIsKnown(answer.value)
  } else if (answer.problem === 'signed-out') {
    sessionEnded(Date.now())
  }
}

/** Whether somebody has signed in or out meanwhile, here or in another tab whose message has not arrived yet. */
async function hasChangedSince({ status, user, loginAttemptedAt }: Session): Promise<boolean> {
  const now = useSession.getState()
  if (now.loginAttemptedAt !== loginAttemptedAt || now.user?.id !== user?.id) return true
  if (status !== 'signed-in') return false
  // A browser that keeps nothing remembers no agent.
  const remembered = await signedInAgent().catch(() => undefined)
  return remembered !== undefined && remembered?.agentId !== String(user?.id)
}
