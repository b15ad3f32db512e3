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
 * True for a common password. Only the 1,000 most common ones must be refused, but the list is longer and not ordered by frequency, so these
 * cannot be picked out (decision 13).
 */
export function isCommonPassword(password: string): boolean {
  return common.has(password.toLowerCase())
}
