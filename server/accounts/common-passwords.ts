// MIT, © 2018 Martin Steffen: `common-passwords.LICENSE` beside it.
import list from './common-passwords.txt?raw'
import { shortestPassword } from '#core/contract/account.ts'

const common = new Set(
  list
    .split('\n')
    .filter((password) => password.length >= shortestPassword)
    .map((password) => password.toLowerCase()),
)

/** True for the passwords that are tried first; capitals do not help. More than the thousand required, because the list's order is lost (decision 13). */
export function isCommonPassword(password: string): boolean {
  return common.has(password.toLowerCase())
}
