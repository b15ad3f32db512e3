import { hash, verify } from '@node-rs/argon2'
import type { FieldMessages } from '#server/problem-responses.ts'
import { nameKey } from './agents-repository.ts'
import { isCommonPassword } from './common-passwords.ts'

/** OWASP's smallest argon2id setting: 19 MiB, two rounds, one lane; about 10 ms. */
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost)
}

/** Takes the same time when the name does not exist, so that the time does not reveal names. */
export async function passwordMatches(passwordHash: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await nobodysHash()), password)
  return matches && passwordHash !== undefined
}

let nobodys: Promise<string> | undefined

function nobodysHash(): Promise<string> {
  return (nobodys ??= hashPassword('nobody has this password'))
}

/** What is wrong with a chosen password beyond its length; `again`, the second time it was typed, is the field `…2`. */
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
