import { nameKey } from './agents-repository.ts'
import { keyedHash, newSecretToken, sameSecret } from './secret-tokens.ts'

/** A tablet of an office; the names that signed in last. */
const mostNames = 8

/**
 * The id of a device on which this name has signed in before, or null. `mark` is what that sign-in left there: an id, and a
 * signature for each name.
 */
export function knownDevice(secret: string, mark: string, username: string): string | null {
  const [id = '', ...signatures] = mark.split('.')
  const expected = signatureOf(secret, id, username)
  return signatures.some((signature) => sameSecret(signature, expected)) ? id : null
}

/** The mark to leave after a sign-in. */
export function markWith(secret: string, mark: string, username: string): string {
  const [known = '', ...signatures] = mark.split('.').slice(0, mostNames + 1)
  // Only what was made here: an id of a stranger's choice would be signed as it came.
  const id = /^[\w-]{43}$/.test(known) ? known : newSecretToken()
  const signature = signatureOf(secret, id, username)
  return [id, signature, ...signatures.filter((other) => other !== signature)].slice(0, mostNames + 1).join('.')
}

function signatureOf(secret: string, id: string, username: string): string {
  // As JSON, because a name may hold blanks once its signs are spelled out.
  return keyedHash(secret, JSON.stringify(['device', id, nameKey(username)]))
}
