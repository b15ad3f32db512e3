import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { sitAtADesk } from '#tests/support/listing-screens.ts'
import { anAgentAtWork, openScreens } from '#tests/support/workspace-screens.tsx'

beforeEach(sitAtADesk)

test.each([
  ['/my-listings', 'No listings found', ['/listings/new'], /^Date/],
  ['/clients', 'No clients found', ['/clients/new', '/clients/import'], /^Date/],
  ['/tours', 'No tours found', ['/tours/new'], /^Tour Date/],
])('%s without records says how to begin, and keeps its search and order', async (address, title, ways, order) => {
  await openScreens(await anAgentAtWork(), address)
  await expect.element(page.getByRole('heading', { name: title })).toBeVisible()
  const main = page.getByRole('main')
  const links = main.getByRole('link').elements()
  expect(links.map((link) => link.getAttribute('href'))).toEqual(ways)
  await expect.element(main.getByRole('searchbox')).toBeVisible()
  await expect.element(main.getByRole('button', { name: order })).toBeVisible()
})

test.each([
  ['/clients/77', 'Client not found', '/clients'],
  ['/listings/77', 'Listing not found.', '/my-listings'],
  ['/listings/edit/77', 'Listing not found', '/my-listings'],
  ['/tours/77', 'Tour not found', '/tours'],
  ['/open-houses/77/kiosk', 'Open house not found', '/dashboard'],
])('%s shows one message for an unknown record, with one link', async (address, title, to) => {
  await openScreens(await anAgentAtWork(), address)
  const main = page.getByRole('main')
  await expect.element(main.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
  await expect.element(main.getByRole('heading', { level: 2, name: /^This device has no such/ })).toBeVisible()
  expect(
    main
      .getByRole('link')
      .elements()
      .map((link) => link.getAttribute('href')),
  ).toEqual([to])
})
