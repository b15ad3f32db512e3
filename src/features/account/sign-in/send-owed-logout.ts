import { logout, readProfile } from '#api/sign-in-calls.ts'
import { isLogoutOwed, logoutIsPaid } from '#state/owed-logout.ts'

let paying: Promise<void> | null = null

/** Sends the server the logout that it is owed; once at a time, and nothing when none is. While it cannot be reached, the logout stays owed. */
export function payOwedLogout(): Promise<void> {
  if (!isLogoutOwed()) return Promise.resolve()
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
  if (isOver && (answer.ok || answer.refusal.status !== 403)) logoutIsPaid()
}
