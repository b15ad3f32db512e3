import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { notify } from '#state/notifications.ts'
import { aListing } from '#tests/support/listing-screens.ts'
import { saved } from '#tests/support/saved-rows.ts'
import { setTextSize } from '#tests/support/text-size.ts'
import { anAgentAtWork, openScreens } from '#tests/support/workspace-screens.tsx'

async function sized(width: number, height: number): Promise<void> {
  await page.viewport(width, height)
  onTestFinished(() => page.viewport(1280, 900))
}

test.each([
  ['a phone on its side', 844, 390],
  ['the smallest phone on its side', 568, 280],
  ['a desk at twice the size', 720, 450],
])('on %s the places stay in reach beside the page, which has the full height', async (_, width, height) => {
  await sized(width, height)
  await openScreens(await anAgentAtWork(), '/clients/new')
  await expect.element(page.getByLabelText('First Name')).toBeVisible()
  const bar = page.getByRole('navigation', { name: 'Places' })
  for (const scrolled of [0, 200]) {
    window.scrollTo(0, scrolled)
    await expect.poll(() => window.scrollY).toBe(scrolled)
    for (const place of bar.getByRole('link').elements()) {
      const { top, bottom, left } = place.getBoundingClientRect()
      expect([left >= 0, top >= 0, bottom <= height]).toEqual([true, true, true])
      expect(bottom - top).toBeGreaterThanOrEqual(44)
    }
  }
  expect(document.querySelector('header')!.getBoundingClientRect().bottom).toBeLessThanOrEqual(0)
  const { right } = bar.element().getBoundingClientRect()
  expect(right).toBeLessThanOrEqual(80)
  expect(page.getByRole('main').element().getBoundingClientRect().left).toBeGreaterThanOrEqual(right)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})

test('with text twice as large on a phone in landscape, the places show only their icons', async () => {
  await sized(844, 390)
  setTextSize('200%')
  await openScreens(await anAgentAtWork(), '/clients')
  const listings = page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'My Listings' })
  await expect.element(listings).toBeVisible()
  const { width } = listings.element().getBoundingClientRect()
  expect(listings.element().scrollWidth).toBeLessThanOrEqual(Math.ceil(width))
})

test('with the keyboard open on a phone, the bars scroll away and the form has the whole window', async () => {
  await sized(390, 420)
  await openScreens(await anAgentAtWork(), '/clients/new')
  await expect.element(page.getByLabelText('First Name')).toBeVisible()
  window.scrollTo(0, 400)
  const bar = page.getByRole('navigation', { name: 'Places' })
  await expect.poll(() => document.querySelector('header')!.getBoundingClientRect().bottom).toBeLessThanOrEqual(0)
  const save = page.getByRole('button', { name: 'Create Client' }).element().getBoundingClientRect()
  expect(bar.element().getBoundingClientRect().top).toBeGreaterThan(save.bottom)
  window.scrollTo(0, document.body.scrollHeight)
  await expect.poll(() => bar.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(420)
})

test('a large screen is used up to 1600 pixels', async () => {
  await sized(1920, 1080)
  await openScreens(await anAgentAtWork(), '/dashboard')
  await expect.element(page.getByText('Quick Actions')).toBeVisible()
  const { width } = page.getByRole('main').element().getBoundingClientRect()
  expect(width - 64).toBe(1600)
})

test("on a desktop a message is in the corner, away from the page's own buttons", async () => {
  await sized(1280, 900)
  const agent = await anAgentAtWork()
  await saved(agent.device, 'client', 7, { first_name: 'Jo', last_name: 'Park' })
  await openScreens(agent, '/clients/7')
  const remove = page.getByRole('button', { name: 'Delete Client' })
  await expect.element(remove).toBeVisible()
  notify({ title: 'Saved', duration: 0 })
  const toast = page.getByText('Saved', { exact: true })
  await expect.element(toast).toBeVisible()
  const { left, bottom } = toast.element().getBoundingClientRect()
  expect(left).toBeGreaterThan(800)
  expect(bottom).toBeGreaterThan(800)
})

test('a long email breaks before its @', async () => {
  await sized(320, 800)
  const agent = await anAgentAtWork()
  await saved(agent.device, 'client', 7, { email: 'constance.longfellow@mailbox.example' })
  await openScreens(agent, '/clients/7')
  const email = page.getByText('constance.longfellow@mailbox.example').first()
  await expect.element(email).toBeVisible()
  expect(email.element().innerHTML).toBe('constance.longfellow<wbr>@mailbox.example')
})

test('a long word does not push the buttons out of a listing’s card', async () => {
  await sized(1280, 900)
  const agent = await anAgentAtWork()
  await aListing(agent.device, 7, { property: { address: `1 ${'Llanfairpwllgwyngyll'.repeat(8)}` } })
  await openScreens(agent, '/my-listings')
  const card = page.getByRole('article')
  await expect.element(card).toBeVisible()
  const remove = card
    .getByRole('button', { name: /^Delete/ })
    .element()
    .getBoundingClientRect()
  expect(remove.right).toBeLessThanOrEqual(card.element().getBoundingClientRect().right)
})
