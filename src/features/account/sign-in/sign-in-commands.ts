import * as v from 'valibot'
import { login, logout, readProfile } from '#api/account-calls.ts'
import type { Credentials, User } from '#core/contract/account.ts'
import { loginFailureMessage } from '#core/domain/account/account-messages.ts'
import { beginSignIn, signInFailed, signInSucceeded, useSession } from '#state/session.ts'
import { announceSessionChange } from '#state/session-channel.ts'
import { clearPendingLogout, isLogoutPending } from '#state/pending-logout.ts'
import { rememberAgent } from '#storage/device/remembered-agent.ts'

let paying: Promise<void> | null = null

/** Sends a pending logout to the server, one at a time. While the server cannot be reached, it stays pending. */
export function sendPendingLogout(): Promise<void> {
  if (!isLogoutPending()) return Promise.resolve()
  paying ??= pay().finally(() => {
    paying = null
  })
  return paying
}

async function pay(): Promise<void> {
  let answer = await logout()
  if (!answer.ok && answer.refusal.status === 403) {
    // The anti-forgery token was missing or old; any reading call brings a new one.
    await readProfile()
    answer = await logout()
  }
  // 401 and the like say that nobody is signed in there, which is what was wanted; 403 says nothing of that.
  const isOver = answer.ok || answer.problem === 'signed-out' || answer.problem === 'refused'
  if (isOver && (answer.ok || answer.refusal.status !== 403)) clearPendingLogout()
}

type SignInFailure = {
  /** What the form says. */
  message: string
  /** The agent of an account that the server has closed, as it says after the right password (fault D6). */
  closedAgentId: string | null
}

/** Resolves to null when the agent is in, or when a sign-in was running already; else to why not. */
export async function signIn(credentials: Credentials): Promise<SignInFailure | null> {
  const lockedUser: User | null = useSession.getState().user
  if (!beginSignIn(Date.now())) return null
  try {
    // An earlier agent's logout must not arrive after this sign-in and end it.
    await sendPendingLogout()
    const answer = await login(credentials)
    if (answer.ok) {
      // Only now: after a refused sign-in the earlier agent's cookie still stands, and would let anybody in.
      clearPendingLogout()
      // A browser that keeps nothing still lets the agent work while the server answers (fault A7).
      await rememberAgent(answer.value).catch(() => undefined)
      signInSucceeded(answer.value)
      announceSessionChange()
      return null
    }
    // A network's own sign-in page answers instead of the server, and the credentials are not to blame (fault C5).
    const { status } = answer.refusal
    const isElsewhere = answer.problem === 'unreachable' && (status === null || status < 400)
    const message = isElsewhere ? unreachable : loginFailureMessage(answer.refusal)
    signInFailed(message, lockedUser)
    return { message, closedAgentId: closedAgentIn(answer.refusal.body) }
  } catch (cause) {
    signInFailed(storeFallback, lockedUser)
    throw cause
  }
}

function closedAgentIn(body: unknown): string | null {
  const parsed = v.safeParse(closedSchema, body)
  return parsed.success ? String(parsed.output.agent) : null
}

const closedSchema = v.object({ code: v.literal('account_closed'), agent: v.number() })

/** The specification's sentence would blame the credentials, which no server has seen. */
const unreachable = 'The server cannot be reached. Logging in needs a connection to the server.'

/** The store's own words when even the form has none. */
const storeFallback = 'Login failed'
