// License: MIT, © 2018 Martin Steffen; see `common-passwords.LICENSE` in this folder.
import list from './common-passwords.txt?raw'
import { shortestPassword } from '#core/contract/account.ts'

const common = new Set(
  list
    .split('\n')
    .filter((password) => password.length >= shortestPassword)
    .map((password) => password.toLowerCase()),
)

/**
 * True for a common password. The list has more than the required 1,000 passwords, because it is not ordered by frequency, so that the
 * first 1,000 could not be chosen (decision 13).
 */
export function isCommonPassword(password: string): boolean {
  return common.has(password.toLowerCase())
}
