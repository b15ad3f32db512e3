import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { aProperty } from '#tests/support/listing-screens.ts'
import { saved } from '#tests/support/saved-rows.ts'
import { setTextSize } from '#tests/support/text-size.ts'
import { anAgentAtWork, openScreens } from '#tests/support/workspace-screens.tsx'

beforeEach(() => {
  vi.setSystemTime(new Date('2026-11-21T10:50:00'))
  onTestFinished(() => {
    vi.useRealTimers()
  })
})

/** Texts that are wider than their element and overlap their neighbors. The calendar is left out, because it cuts long texts. */
function crowded(): string[] {
  const words = document.querySelectorAll<HTMLElement>('main :is(button, a, [role="tab"], td, p)')
  return [...words]
    .filter(
      (element) => getComputedStyle(element).overflowX === 'visible' && element.closest('section[tabindex]') === null,
    )
    .filter((element) => element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1)
    .map((element) => `${element.scrollWidth} > ${element.clientWidth} ${element.textContent}`)
}

test.each([
  [390, '200%'],
  [320, '100%'],
  [320, '200%'],
])('at %i pixels with text of %s nothing leaves the window, and no words overlap', async (width, size) => {
  await page.viewport(width, 844)
  setTextSize(size)
  const agent = await anAgentAtWork()
  await saved(agent.device, 'client', 5, {
    phone_number: '(916) 555-0118',
    email: 'jo.park-longfellow@mailbox.example',
  })
  await aProperty(agent.device, { id: 8, address: '289 Amberglass Court' })
  await saved(agent.device, 'listing', 1, {
    property_key: '8',
    property: { address: '289 Amberglass Court', latitude: 38.6, longitude: -121.33 },
  })
  const visit = { showing_date: '2026-11-21', client: 5, client_key: '5' }
  await saved(agent.device, 'showing', 3, { ...visit, start_time: '10:45:00', end_time: '11:30:00' })
  await saved(agent.device, 'showing', 4, { ...visit, start_time: '12:45:00', end_time: '13:30:00' })
  await saved(agent.device, 'open_house', 6)
  await saved(agent.device, 'open_house_visit', 7, { open_house_key: '6' })
  await saved(agent.device, 'tour', 12, { tour_date: '2026-11-21', client: 5 })
  const screens = await openScreens(agent, '/more')
  const found: string[] = []
  for (const [address, words] of Object.entries(pages)) {
    screens.go(address)
    await expect.poll(() => document.querySelector('main')?.textContent).toContain(words)
    const { scrollWidth } = document.documentElement
    if (scrollWidth > width) found.push(`${address} is ${scrollWidth} pixels wide`)
    found.push(...crowded().map((element) => `${address} ${element}`))
  }
  expect(found).toEqual([])
})

/** The pages, each with text that shows once it is complete. */
const pages = {
  '/my-listings': '289 Amberglass Court',
  '/listings/1': '3:00 PM',
  '/dashboard': 'Now: Showing at 289 Amberglass Court',
  '/today': 'Now · until 11:30 AM',
  '/clients': 'jo.park-longfellow',
  '/listings/new': 'For Sale',
  '/settings': 'Save Profile',
  '/tours/12': 'Tour Statistics',
}
