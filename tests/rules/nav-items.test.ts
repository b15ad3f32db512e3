import { expect, test } from 'vitest'
import { navItems } from '#app/shell/nav-items.ts'
import { navItemOfPath } from '#app/shell/nav-link.tsx'

test.each(Object.values(navItems))('$to is marked as current in the navigation', ({ to }) => {
  expect(navItemOfPath(to), 'otherItems in src/app/shell/nav-link.tsx').toBe(to)
})
