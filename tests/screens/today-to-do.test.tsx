import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { saved } from '#tests/support/saved-rows.ts'
import { longTest } from '#tests/support/long-test.ts'
import { anAgentAtWork, openScreens } from '#tests/support/workspace-screens.tsx'

const today = '2026-11-21'

beforeEach(async () => {
  await page.viewport(390, 844)
  clockAt('14:20')
  onTestFinished(() => {
    vi.useRealTimers()
  })
})

function clockAt(time: string): void {
  vi.setSystemTime(new Date(`${today}T${time}:00`))
}

const callNext = page.getByRole('region', { name: 'Call next' })

longTest('a day without visits still lists people to call, visitors of an open house included', async () => {
  const { device } = await anAgentAtWork().then((agent) => openScreens(agent, '/today').then(() => agent))
  await saved(device, 'listing', 1)
  await saved(device, 'client', 1, { first_name: 'Dana', last_name: 'Ito', phone_number: '555 0142' })
  await saved(device, 'follow_up', 1, { due_date: today, text: 'Send comps' })
  await saved(device, 'open_house', 1, { date: '2026-11-20' })
  await saved(device, 'open_house_visit', 1, { name: 'Walter Brandt', signed_in_at: null })
  await expect.element(page.getByText('Nothing is planned today.')).toBeVisible()
  await expect.element(callNext).toHaveTextContent(/Dana Ito\s*Send comps/)
  await expect.element(callNext).toHaveTextContent(/Walter Brandt\s*Came to the open house/)
})

longTest('another day shows the follow-ups due on it, on Today and in the calendar', async () => {
  const agent = await anAgentAtWork()
  await saved(agent.device, 'client', 1, { first_name: 'Dana', last_name: 'Ito' })
  await saved(agent.device, 'follow_up', 1, { due_date: '2026-11-23', text: 'Send comps' })
  await saved(agent.device, 'follow_up', 2, { due_date: '2026-11-24', text: 'Book the inspector' })
  const opened = await openScreens(agent, '/today?date=2026-11-23')
  const followUps = page.getByRole('region', { name: 'Follow-ups' })
  await expect.element(followUps).toHaveTextContent(/Dana Ito\s*Send comps/)
  await expect.element(followUps).not.toHaveTextContent('Book the inspector')
  await followUps.getByRole('button', { name: 'Done: Dana Ito' }).click()
  await expect.poll(async () => (await agent.device.database.follow_ups.get('1'))?.done).toBe(true)
  opened.go('/dashboard?day=2026-11-24')
  const due = page.getByRole('list', { name: 'Follow-ups' })
  await expect.element(due).toHaveTextContent('Dana Ito: Book the inspector')
  await expect.element(due.getByRole('link')).toHaveAttribute('href', '/clients/1')
})

longTest('a showing without an outcome is asked about for a week, and the answer stays visible', async () => {
  const agent = await anAgentAtWork()
  await saved(agent.device, 'listing', 1)
  await saved(agent.device, 'showing', 1, { showing_date: '2026-11-19' })
  await saved(agent.device, 'showing', 2, { showing_date: '2026-11-10' })
  await saved(agent.device, 'showing', 3, { showing_date: '2026-11-18', status: 'Held' })
  await openScreens(agent, '/today')
  const asked = page.getByRole('region', { name: 'How did it go?' })
  await expect.element(asked).toHaveTextContent(/5709 River Oak Way\s*· Thu, Nov 19, 10:45 AM/)
  expect(asked.getByRole('listitem').all()).toHaveLength(1)
  await asked.getByRole('button', { name: 'Held' }).click()
  await asked.getByRole('button', { name: '4 of 5' }).click()
  await expect.poll(async () => (await agent.device.database.showings.get('1'))?.interest).toBe(4)
})

longTest('showings without an outcome are listed newest first, within a day as well', async () => {
  const agent = await anAgentAtWork()
  await saved(agent.device, 'listing', 1)
  const at = (showing_date: string, start_time: string) => ({ showing_date, start_time })
  await saved(agent.device, 'showing', 1, at('2026-11-19', '14:00:00'))
  await saved(agent.device, 'showing', 2, at('2026-11-19', '09:00:00'))
  await saved(agent.device, 'showing', 3, at('2026-11-18', '16:00:00'))
  await openScreens(agent, '/today')
  const asked = page.getByRole('region', { name: 'How did it go?' })
  await expect.element(asked).toHaveTextContent(/Nov 19, 2:00 PM.*Nov 19, 9:00 AM.*Nov 18, 4:00 PM/)
})

longTest(
  'during an open house the phone shows the number of visitors and the last one, with a link to all',
  async () => {
    const agent = await anAgentAtWork()
    await saved(agent.device, 'listing', 1)
    await saved(agent.device, 'open_house', 1, { date: today })
    await openScreens(agent, '/today')
    const now = page.getByRole('region', { name: 'Now' })
    await expect.element(now).toHaveTextContent('Nobody has signed in yet.')
    const at = (time: string) => new Date(`${today}T${time}:00`).toISOString()
    await saved(agent.device, 'open_house_visit', 1, { name: 'Kim Osei', signed_in_at: at('14:05') })
    await saved(agent.device, 'open_house_visit', 2, { name: 'Walter Brandt', signed_in_at: at('14:15') })
    await now.getByRole('button', { name: '2 visitors · last: Walter Brandt, 2:15 PM' }).click()
    const list = page.getByRole('dialog', { name: 'Visitors' })
    await expect.element(list).toHaveTextContent('Kim Osei')
    await agent.device.database.open_house_visits.delete('2')
    await expect.element(list).toHaveTextContent('1 visitor')
    await agent.device.database.open_house_visits.delete('1')
    await expect.element(list).toHaveTextContent('0 visitors')
    await userEvent.keyboard('{Escape}')
    await expect.element(list).not.toBeInTheDocument()
    await saved(agent.device, 'open_house_visit', 3, { name: 'Ann Lee', signed_in_at: at('14:18') })
    await expect.element(now.getByRole('button', { name: '1 visitor · last: Ann Lee, 2:18 PM' })).toBeVisible()
    await expect.element(list).not.toBeInTheDocument()
  },
)

longTest('on a phone the day, its date and the actions share the head of the page', async () => {
  await page.viewport(375, 667)
  const agent = await anAgentAtWork()
  await saved(agent.device, 'listing', 1)
  await saved(agent.device, 'showing', 1, { showing_date: today, start_time: '15:00:00', end_time: '15:30:00' })
  await openScreens(agent, '/today')
  const next = page.getByRole('region', { name: 'Next' })
  await expect.element(next).toBeVisible()
  const head = page.getByRole('heading', { level: 1 }).element().getBoundingClientRect()
  const begin = page.getByRole('button', { name: 'New Showing' }).element().getBoundingClientRect()
  expect(begin.top).toBeLessThan(head.bottom)
  expect(next.element().getBoundingClientRect().top - head.top).toBeLessThan(100)
  await expect.element(page.getByRole('button', { name: 'Today', exact: true })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Next day' }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Sun, Nov 22')
  ;(page.getByRole('button', { name: 'Today', exact: true }).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Today')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
})

longTest('the first New Showing of an account offers to add a home or create a listing', async () => {
  const agent = await anAgentAtWork()
  await openScreens(agent, '/today')
  await page.getByRole('button', { name: 'New Showing' }).click()
  const sheet = page.getByRole('dialog', { name: 'New Showing' })
  await expect.element(sheet.getByRole('link', { name: 'Create New Listing' })).toHaveAttribute('href', '/listings/new')
  await expect.element(sheet.getByRole('button', { name: 'Add a Home' })).toBeVisible()
})

longTest('a new showing starts at the first free hour', async () => {
  const agent = await anAgentAtWork()
  await saved(agent.device, 'listing', 1)
  await saved(agent.device, 'appointment', 1, { date: today, start_time: '15:00:00', end_time: '16:10:00' })
  await openScreens(agent, '/today')
  await page.getByRole('button', { name: 'New Showing' }).click()
  await page.getByRole('combobox', { name: 'Listing' }).selectOptions('5709 River Oak Way')
  await expect.element(page.getByLabelText('Start Time')).toHaveValue('17:00')
})

test('during an open house, the Dashboard offers its sign-in and no directions to it', async () => {
  const agent = await anAgentAtWork()
  await saved(agent.device, 'listing', 1)
  await saved(agent.device, 'open_house', 1, { date: today })
  await openScreens(agent, '/dashboard')
  await expect
    .element(page.getByRole('link', { name: 'Start Sign-in at 5709 River Oak Way' }))
    .toHaveAttribute('href', '/open-houses/1/kiosk')
  expect(page.getByRole('link', { name: 'Directions to 5709 River Oak Way' }).query()).toBeNull()
})
