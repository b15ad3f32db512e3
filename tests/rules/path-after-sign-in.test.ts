import { expect, test } from 'vitest'
import { pathAfterSignIn } from '#app/path-after-sign-in.ts'

test('signing in leads back to the page that asked for it', () => {
  expect(pathAfterSignIn('/clients/7?tab=notes#last')).toBe('/clients/7?tab=notes#last')
  expect(pathAfterSignIn('/loginless')).toBe('/loginless')
})

test('and to the dashboard where that is another site, no path at all, or the form itself', () => {
  const strange = [
    '//elsewhere.example',
    '/\t/elsewhere.example',
    '/\n/elsewhere.example',
    '/\\elsewhere.example',
    'https://elsewhere.example',
    'clients',
    '',
  ]
  for (const next of [undefined, ...strange, '/login', '/login?next=/x', '/register/'])
    expect(pathAfterSignIn(next), String(next)).toBe('/dashboard')
})
