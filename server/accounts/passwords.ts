import { hash, verify } from '@node-rs/argon2'
import { shortestPassword } from '#core/contract/account.ts'
import type { FieldMessages } from '#server/problem-responses.ts'
import { nameKey } from './agents-repository.ts'
// License: MIT, © 2018 Martin Steffen; see `common-passwords.LICENSE` in this folder.
import commonPasswords from './common-passwords.txt?raw'

/** OWASP's smallest argon2id setting: 19 MiB, two iterations, one lane; about 10 ms. */
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost)
}

/** Takes the same time for unknown names, so that the duration does not reveal whether a name exists. */
export async function passwordMatches(passwordHash: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await hashForUnknownName()), password)
  return matches && passwordHash !== undefined
}

let unknownNameHash: Promise<string> | undefined

function hashForUnknownName(): Promise<string> {
  return (unknownNameHash ??= hashPassword('nobody has this password'))
}

/** Returns messages about a new password, except about its length. `again` is the repeated password; its field ends in `2`. */
export function newPasswordMessages(
  field: 'password' | 'new_password',
  { password, again, username }: { password: string; again: string; username: string },
): FieldMessages {
  const isName = nameKey(password) === nameKey(username)
  return {
    ...(isCommonPassword(password) ? { [field]: ['This password is too common.'] } : {}),
    ...(isName ? { [field]: ['Your password cannot be your username.'] } : {}),
    ...(password === again ? {} : { [`${field}2`]: ['Passwords do not match'] }),
  }
}

const common = new Set(
  commonPasswords
    .split('\n')
    .filter((password) => password.length >= shortestPassword)
    .map((password) => password.toLowerCase()),
)

/** The 1,000 most common passwords must be refused. The list is longer and not sorted by frequency, so all are refused (decision 13). */
function isCommonPassword(password: string): boolean {
  return common.has(password.toLowerCase())
}
