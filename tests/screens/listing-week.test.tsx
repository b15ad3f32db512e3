import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { saved } from '#tests/support/saved-rows.ts'
import { anAgentAtWork, openScreens } from '#tests/support/workspace-screens.tsx'
import { longTest } from '#tests/support/long-test.ts'

const today = '2026-11-21'

beforeEach(async () => {
  await page.viewport(1280, 900)
  vi.setSystemTime(new Date(`${today}T08:00:00`))
  onTestFinished(() => {
    vi.useRealTimers()
  })
})

async function aTourToIt(device: Parameters<typeof saved>[0]): Promise<void> {
  const step = (kind: 'arrived' | 'left' | 'rated', at: string, rating: number | null = null) => {
    const note = kind === 'rated' ? 'Worried about the roof' : ''
    return { id: kind, kind, stop_id: 's1', at, minutes: null, rating, note, undoes: null }
  }
  await saved(device, 'client', 1, { first_name: 'Chidi', last_name: 'Okoro', email: 'chidi@mailbox.example' })
  await saved(device, 'tour', 1, {
    tour_date: '2026-11-20',
    status: 'completed',
    client_email: 'chidi@mailbox.example',
    stops: [
      {
        order: 1,
        stop_id: 's1',
        listing_id: 1,
        listing_address: '5709 River Oak Way',
        estimated_arrival: '09:00:00',
        estimated_departure: '09:30:00',
        is_listed: true,
      },
    ],
    steps: [step('arrived', '09:17:00'), step('left', '09:47:00'), step('rated', '09:48:00', 4)],
  })
}

test('the past week counts visits that have begun, and not those later today', async () => {
  const agent = await anAgentAtWork()
  await saved(agent.device, 'listing', 1)
  await saved(agent.device, 'showing', 1, { showing_date: today, start_time: '20:00:00', end_time: '20:30:00' })
  await saved(agent.device, 'showing', 2, { showing_date: today, start_time: '07:30:00', end_time: '08:15:00' })
  await saved(agent.device, 'open_house', 1, { date: today })
  await openScreens(agent, '/listings/1/dashboard')
  await expect.element(page.getByText(/scheduled showings in the past week/)).toBeVisible()
  const main = page.getByRole('main')
  await expect.element(main).toHaveTextContent(/Showings\s*1\s*scheduled showings in the past week/)
  await expect.element(main).toHaveTextContent(/Open Houses\s*0\s*open house events in the past week/)
})

longTest('a tour to an own listing counts in its week with the rating, and its note is private', async () => {
  const agent = await anAgentAtWork()
  await saved(agent.device, 'listing', 1)
  await aTourToIt(agent.device)
  const opened = await openScreens(agent, '/listings/1/dashboard')
  const main = page.getByRole('main')
  await expect.element(main).toHaveTextContent(/Showings\s*1\s*scheduled showings in the past week/)
  await expect.element(page.getByRole('region', { name: 'Buyer Feedback' })).toHaveTextContent('interest 4 of 5')
  await expect.element(main).not.toHaveTextContent('roof')
  opened.go('/listings/1')
  const tours = page.getByRole('region', { name: 'On tours' })
  await expect.element(tours).toHaveTextContent('Fri, Nov 20, 9:17 AM – 9:47 AM · Chidi Okoro · 4 of 5')
  await expect.element(tours).toHaveTextContent('Worried about the roof')
})
