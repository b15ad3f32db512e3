import * as v from 'valibot'
import { login, logout, readProfile } from '#api/account-calls.ts'
import type { Credentials, User } from '#core/contract/account.ts'
import { loginFailureMessage } from '#core/domain/account/account-messages.ts'
import { beginSignIn, signInFailed, signInSucceeded, useSession } from '#state/session.ts'
import { announceSessionChange } from '#state/session-channel.ts'
import { clearPendingLogout, isLogoutPending } from '#state/pending-logout.ts'
import { rememberAgent } from '#storage/device/remembered-agent.ts'

let sendingLogout: Promise<void> | null = null

/** Sends the pending logout, if there is one, one request at a time. It stays pending while the server cannot be reached. */
export function sendPendingLogout(): Promise<void> {
  if (!isLogoutPending()) return Promise.resolve()
  sendingLogout ??= sendLogout().finally(() => {
    sendingLogout = null
  })
  return sendingLogout
}

async function sendLogout(): Promise<void> {
  let answer = await logout()
  if (!answer.ok && answer.refusal.status === 403) {
    // The anti-forgery token was missing or old; any GET request sets a new one.
    await readProfile()
    answer = await logout()
  }
  // 401 and similar mean that no session exists, so the logout is done; 403 does not mean that.
  const isDone = answer.ok || answer.problem === 'signed-out' || answer.problem === 'refused'
  if (isDone && (answer.ok || answer.refusal.status !== 403)) clearPendingLogout()
}

type SignInFailure = {
  message: string
  /** The agent's id if the account is closed; the server says so only after the right password (fault D6). Otherwise null. */
  closedAgentId: string | null
}

/** Signs in. Resolves to null when signed in, or if another sign-in is already running; otherwise to the failure. */
export async function signIn(credentials: Credentials): Promise<SignInFailure | null> {
  // The agent whose session ended, if any: after a failed sign-in, that agent's data is locked again.
  const lockedUser: User | null = useSession.getState().user
  if (!beginSignIn(Date.now())) return null
  try {
    // A previous agent's logout must not arrive after this sign-in and end it.
    await sendPendingLogout()
    const answer = await login(credentials)
    if (answer.ok) {
      // The logout stays pending until here: if the server refuses the sign-in, the previous agent's session must still be ended.
      clearPendingLogout()
      // Without working storage the agent can still work online (fault A7).
      await rememberAgent(answer.value).catch(() => undefined)
      signInSucceeded(answer.value)
      announceSessionChange()
      return null
    }
    // No answer, or one from a captive portal in place of the server: do not blame the credentials (fault C5).
    const { status } = answer.refusal
    const isNotOurServer = answer.problem === 'unreachable' && (status === null || status < 400)
    const message = isNotOurServer ? unreachable : loginFailureMessage(answer.refusal)
    signInFailed(message, lockedUser)
    return { message, closedAgentId: closedAgentIn(answer.refusal.body) }
  } catch (cause) {
    signInFailed(unexpectedFailure, lockedUser)
    throw cause
  }
}

function closedAgentIn(body: unknown): string | null {
  const parsed = v.safeParse(closedSchema, body)
  return parsed.success ? String(parsed.output.agent) : null
}

const closedSchema = v.object({ code: v.literal('account_closed'), agent: v.number() })

/** Replaces the specification's message, which would blame the credentials although they never reached the server. */
const unreachable = 'The server cannot be reached. Logging in needs a connection to the server.'

const unexpectedFailure = 'Login failed'
