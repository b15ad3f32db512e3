import { pageHttpClient } from '#api/page-http-client.ts'
import { login, updateProfile } from '#api/account-calls.ts'
import { syncKioskSession } from '#sending/agree-on-kiosk.ts'
import { useConnection } from '#state/connection.ts'
import { storeHostName } from '#state/host-name.ts'
import { resetKiosk, setKioskRunning, type RunningKiosk, useKiosk } from '#state/kiosk.ts'
import { announceSessionChange } from '#state/session-channel.ts'
import { setProfile, sessionEnded, useSession } from '#state/session.ts'
import { forgetKioskLock } from '#storage/kiosk/kiosk-lock.ts'
import { lockWithPin } from '#storage/kiosk/kiosk-pin.ts'
import { rememberAgent } from '#storage/device/remembered-agent.ts'

/** Shows the kiosk in every tab of this browser from now on. Rejects if the lock cannot be stored. */
export async function startKiosk(kiosk: RunningKiosk, pin: string): Promise<void> {
  await lockWithPin(kiosk, pin)
  setKioskRunning(kiosk)
  announceSessionChange()
  // The profile is saved first: a kiosk session may not change it.
  void saveNameInProfile(kiosk)
    .catch(() => undefined)
    .then(() => limitOrRestoreSession(kiosk))
}

/** Saves the agent's name for visitors (`hostName`) in a profile without a name. If this fails, the next start or end of a kiosk repeats it. */
async function saveNameInProfile({ agentId, hostName: name }: RunningKiosk): Promise<void> {
  const { user } = useSession.getState()
  if (name === undefined || String(user?.id) !== agentId || `${user?.first_name}${user?.last_name}`.trim() !== '')
    return
  storeHostName(agentId, name)
  const [, first_name = name, last_name = ''] = /^(.+)\s+(\S+)$/.exec(name) ?? []
  const answer = await updateProfile({ first_name, last_name })
  if (!answer.ok) return
  // The server has the name even if the device cannot store it.
  await rememberAgent(answer.value).catch(() => undefined)
  setProfile(answer.value)
}

/** On a Fanlight server, limits the session to visitors while the kiosk runs, or ends that limit. If the request fails, the next sync repeats it. */
async function limitOrRestoreSession({ agentId }: RunningKiosk): Promise<void> {
  const { serverKind } = useConnection.getState()
  if (serverKind === 'ours') await syncKioskSession(pageHttpClient(), agentId).catch(() => undefined)
  useConnection.getState().syncNow()
}

/** Ends the kiosk after the right PIN. `leave` navigates away; after that, the app reports a session that ended while the kiosk ran. */
export function endKiosk(leave: () => void): void {
  const { running } = useKiosk.getState()
  const isSessionOver = resetKiosk()
  announceSessionChange()
  leave()
  if (running !== null) void limitOrRestoreSession(running).then(() => saveNameInProfile(running))
  if (isSessionOver) sessionEnded(Date.now())
}

/** Removes the kiosk's lock with the account's password, if the PIN was forgotten. Resolves to null, or to an error message. */
export async function unlockWithPassword(password: string): Promise<string | null> {
  const { user } = useSession.getState()
  if (user === null) return 'Nobody is logged in on this device.'
  const answer = await login({ username: user.username, password })
  if (answer.ok && answer.value.id === user.id) {
    await forgetKioskLock()
    // The login started a new session, so the end of the previous one is not reported.
    useKiosk.setState({ isSessionOver: false })
    useConnection.getState().syncNow()
    return null
  }
  if (!answer.ok && answer.problem === 'unreachable') return 'The server cannot be reached. The PIN works without it.'
  if (!answer.ok && answer.problem === 'too-many') return 'Too many tries. Please wait a while and try again.'
  return 'Wrong password.'
}
