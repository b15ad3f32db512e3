import { expect, test } from 'vitest'
import { isOfForeignPage } from '../../sw/foreign-page.ts'

test.each([
  ['the system, which names no page', '', 'strict-origin-when-cross-origin', false],
  ['a page of ours', 'https://agents.example.com/settings', 'same-origin', false],
  ['a page of another site', 'https://evil.example/', 'strict-origin-when-cross-origin', true],
  ['a page that hides where it is', '', 'no-referrer', true],
  ['a page whose address is none', 'nowhere', '', true],
] as const)(
  'a share from %s, with referrer “%s” and policy “%s”, counts as foreign: %s',
  (_, referrer, referrerPolicy, isForeign) => {
    expect(isOfForeignPage({ referrer, referrerPolicy }, 'https://agents.example.com')).toBe(isForeign)
  },
)
