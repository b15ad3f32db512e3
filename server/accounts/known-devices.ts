import { nameKey } from './agents-repository.ts'
import { keyedHash, newSecretToken, sameSecret } from './secret-tokens.ts'

const maxNames = 8

/** Returns the device's id if `username` has logged in on it, else null. The cookie has a random id and signatures of the last eight names. */
export function knownDeviceId(secret: string, deviceCookie: string, username: string): string | null {
  const [id = '', ...signatures] = deviceCookie.split('.')
  const expected = signatureOf(secret, id, username)
  return signatures.some((signature) => sameSecret(signature, expected)) ? id : null
}

/** Returns the device's cookie after a login: with `username` as the first of at most eight names. */
export function deviceCookieFor(secret: string, deviceCookie: string, username: string): string {
  const [sentId = '', ...signatures] = deviceCookie.split('.').slice(0, maxNames + 1)
  // An id in another format than `newSecretToken` returns is replaced, so that only random ids are signed.
  const id = /^[\w-]{43}$/.test(sentId) ? sentId : newSecretToken()
  const signature = signatureOf(secret, id, username)
  return [id, signature, ...signatures.filter((other) => other !== signature)].slice(0, maxNames + 1).join('.')
}

function signatureOf(secret: string, id: string, username: string): string {
  // JSON separates the parts unambiguously: a name may contain spaces.
  return keyedHash(secret, JSON.stringify(['device', id, nameKey(username)]))
}
