import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

export function newSecretToken(): string {
  return randomBytes(32).toString('base64url')
}

const typedLetters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 80 random bits to read out and type, such as `7K2M-09XT-QF4V-B3HD`, without letters that look alike. */
export function newTypedCode(): string {
  const letters = Array.from(randomBytes(16), (byte) => typedLetters[byte % typedLetters.length])
  return letters.join('').replaceAll(/.{4}(?=.)/g, '$&-')
}

/** Hash of a code that a person typed: ignores case, spaces and hyphens, reads O as 0, I and L as 1. */
export function hashOfTypedCode(typed: string): string {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '')
  return hashOfToken(code.replaceAll('O', '0').replaceAll(/[IL]/g, '1'))
}

/** SHA-256 without salt or key is enough, because tokens are random. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Returns a hash of the text that cannot be computed without the server's secret. */
export function keyedHash(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url')
}

/** Compares in a time that does not depend on where the two differ. */
export function sameSecret(left: string, right: string): boolean {
  return timingSafeEqual(createHash('sha256').update(left).digest(), createHash('sha256').update(right).digest())
}
