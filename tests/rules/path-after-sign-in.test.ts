import { expect, test } from 'vitest'
import { pathAfterSignIn } from '#app/path-after-sign-in.ts'

test('signing in leads back to the page that required it', () => {
  expect(pathAfterSignIn('/clients/7?tab=notes#last')).toBe('/clients/7?tab=notes#last')
  expect(pathAfterSignIn('/loginless')).toBe('/loginless')
})

test('signing in leads to the dashboard if the path is of another site, invalid, or the form itself', () => {
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
