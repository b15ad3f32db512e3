import { pageHttpClient } from '#api/page-http-client.ts'
import { login, updateProfile } from '#api/account-calls.ts'
import { agreeOnKiosk } from '#sending/agree-on-kiosk.ts'
import { useConnection } from '#state/connection.ts'
import { keepHostName } from '#state/host-name.ts'
import { kioskIsLeft, kioskIsRunning, type RunningKiosk, useKiosk } from '#state/kiosk.ts'
import { announceSessionChange } from '#state/session-channel.ts'
import { profileIsKnown, sessionEnded, useSession } from '#state/session.ts'
import { forgetKioskLock } from '#storage/kiosk/kiosk-lock.ts'
import { lockWithPin } from '#storage/kiosk/kiosk-pin.ts'
import { rememberAgent } from '#storage/device/remembered-agent.ts'

/** From now on every tab of this browser shows the kiosk. Rejects when the lock could not be kept. */
export async function startKiosk(kiosk: RunningKiosk, pin: string): Promise<void> {
  await lockWithPin(kiosk, pin)
  kioskIsRunning(kiosk)
  announceSessionChange()
  // The server takes the name no more once the session is for visitors.
  void keepInProfile(kiosk)
    .catch(() => undefined)
    .then(() => settleSession(kiosk))
}

/** So that it is asked for once. Without a network this device keeps the name, and this is tried again when a kiosk is left or started. */
async function keepInProfile({ agentId, hostName: name }: RunningKiosk): Promise<void> {
  const { user } = useSession.getState()
  if (name === undefined || String(user?.id) !== agentId || `${user?.first_name}${user?.last_name}`.trim() !== '')
    return
  keepHostName(agentId, name)
  const [, first_name = name, last_name = ''] = /^(.+)\s+(\S+)$/.exec(name) ?? []
  const answer = await updateProfile({ first_name, last_name })
  if (!answer.ok) return
  // Where storage is refused, the server has the name all the same.
  await rememberAgent(answer.value).catch(() => undefined)
  profileIsKnown(answer.value)
}

/** At once, where the server is one that can; without an answer the next exchange does it. */
async function settleSession({ agentId }: RunningKiosk): Promise<void> {
  const { serverKind } = useConnection.getState()
  if (serverKind === 'ours') await agreeOnKiosk(pageHttpClient(), agentId).catch(() => undefined)
  useConnection.getState().syncNow()
}

/** After the right PIN. `leave` navigates away; what the server said meanwhile is shown then. */
export function endKiosk(leave: () => void): void {
  const { running } = useKiosk.getState()
  const isSessionOver = kioskIsLeft()
  announceSessionChange()
  leave()
  if (running !== null) void settleSession(running).then(() => keepInProfile(running))
  if (isSessionOver) sessionEnded(Date.now())
}

/** Opens the kiosk for an agent who forgot the PIN: the server knows their password. Null, or why not. */
export async function openWithPassword(password: string): Promise<string | null> {
  const { user } = useSession.getState()
  if (user === null) return 'Nobody is logged in on this device.'
  const answer = await login({ username: user.username, password })
  if (answer.ok && answer.value.id === user.id) {
    await forgetKioskLock()
    // The server has just begun a new session.
    useKiosk.setState({ isSessionOver: false })
    useConnection.getState().syncNow()
    return null
  }
  if (!answer.ok && answer.problem === 'unreachable') return 'The server cannot be reached. The PIN works without it.'
  if (!answer.ok && answer.problem === 'too-many') return 'Too many tries. Please wait a while and try again.'
  return 'Wrong password.'
}
