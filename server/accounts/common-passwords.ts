// MIT, © 2018 Martin Steffen: `common-passwords.LICENSE` beside it.
import list from './common-passwords.txt?raw'
import { shortestPassword } from '#core/contract/account.ts'

const common = new Set(
  list
    .split('\n')
    .filter((password) => password.length >= shortestPassword)
    .map((password) => password.toLowerCase()),
)

/** Longer than the required 1,000 passwords, because the list's order by frequency is lost (decision 13). */
export function isCommonPassword(password: string): boolean {
  return common.has(password.toLowerCase())
}
