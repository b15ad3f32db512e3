import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits for a cookie or a header. */
export function newSecretToken(): string {
  return randomBytes(32).toString('base64url')
}

const typedLetters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 80 random bits to be read out and typed, `7K2M-09XT-QF4V-B3HD`: no letter in it looks like another one. */
export function newTypedCode(): string {
  const letters = Array.from(randomBytes(16), (byte) => typedLetters[byte % typedLetters.length])
  return letters.join('').replaceAll(/.{4}(?=.)/g, '$&-')
}

/** What the database keeps of such a code, however it was typed: in small letters, without hyphens, O for 0, I or L for 1. */
export function hashOfTypedCode(typed: string): string {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '')
  return hashOfToken(code.replaceAll('O', '0').replaceAll(/[IL]/g, '1'))
}

/** What the database keeps of a token. A plain hash is enough for 256 random bits. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** A name for something personal that cannot be turned back without the server's secret. */
export function keyedHash(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url')
}

/** Compares in constant time. */
export function sameSecret(left: string, right: string): boolean {
  return timingSafeEqual(createHash('sha256').update(left).digest(), createHash('sha256').update(right).digest())
}
