import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { TourStep } from '#core/contract/tour.ts'
import { addDays } from '#core/domain/time/wall-clock.ts'
import { aTour, button, clockAt, open, region, someListings, today } from '#tests/support/tour-screens.ts'
import { saved } from '#tests/support/saved-rows.ts'
import { anAgentAtWork } from '#tests/support/workspace-screens.tsx'
import { longTest } from '#tests/support/long-test.ts'
import type { TourRow } from '#storage/database/rows.ts'

beforeEach(() => page.viewport(390, 844))

const blank = { minutes: null, rating: null, note: '', undoes: null }
const step = (kind: TourStep['kind'], stop_id: string, at: string): TourStep => ({
  ...blank,
  id: `${kind} ${stop_id}`,
  kind,
  stop_id,
  at,
})

async function anAgentOnTour(steps: TourStep[], wishes: Partial<TourRow> = {}) {
  const agent = await anAgentAtWork()
  await someListings(agent.device)
  await saved(agent.device, 'client', 3, {
    first_name: 'Hugo',
    last_name: 'Abernathy',
    email: 'hugo@mailbox.example',
    phone_number: '555 0142',
  })
  await aTour(agent.device, 1, {
    tour_date: today,
    status: 'in_progress',
    client_email: 'hugo@mailbox.example',
    steps,
    ...wishes,
  })
  return agent
}

async function press(name: string): Promise<void> {
  await expect.element(button(name)).toBeVisible()
  ;(button(name).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
}

const stepsOf = async (agent: Awaited<ReturnType<typeof anAgentOnTour>>) =>
  (await agent.device.database.tours.get('1'))?.steps?.map(({ kind, minutes }) => [kind, minutes])

longTest('a delay is shown with the text to the client; once reported it is not shown again', async () => {
  clockAt('10:02')
  const agent = await anAgentOnTour([step('arrived', '1', '09:00:00')])
  await open(agent, '/tours/1/run')
  await expect.element(page.getByText('You’re 17 min behind.')).toBeVisible()
  const text = page.getByRole('link', { name: 'Text Hugo', exact: true })
  await expect.element(text).toHaveAttribute('href', expect.stringContaining('17%20minutes%20late'))
  // The minutes change all the time, so the announcement says only that the tour is late.
  await expect.element(page.getByText('The tour is running late.')).toHaveRole('status')
  expect(page.getByText('You’re 17 min behind.').element().closest('[role="status"]')).toBeNull()
  await press('They Know')
  await expect.element(page.getByText('behind.')).not.toBeInTheDocument()
  await expect.element(page.getByRole('main')).toHaveFocus()
  expect(await stepsOf(agent)).toEqual([
    ['arrived', null],
    ['late', 0],
  ])
})

longTest(
  'after a skip the next home’s earliest arrival is shown, and the agent goes at once or keeps the plan',
  async () => {
    clockAt('08:30')
    const agent = await anAgentOnTour([
      step('arrived', '1', '08:00:00'),
      step('left', '1', '08:25:00'),
      step('skipped', '2', '08:30:00'),
    ])
    await open(agent, '/tours/1/run')
    await expect.element(page.getByText(/^You can be there at 8:\d\d AM\.$/)).toBeVisible()
    await expect.element(button('Keep 11:00 AM')).toBeVisible()
    await press('Go Now')
    await expect.element(region('Next stop')).toHaveTextContent(/arrive 8:\d\d AM/)
    await expect.element(button('Undo going early')).toBeVisible()
    await expect.element(page.getByRole('main')).toHaveFocus()
  },
)

longTest('leaving a home asks for the rating, which is given or skipped in one tap', async () => {
  clockAt('09:40')
  const agent = await anAgentOnTour([step('arrived', '1', '09:00:00')])
  await open(agent, '/tours/1/run')
  await button('I’m leaving').click()
  const asked = region('How did they like it?')
  await expect.element(asked).toHaveTextContent('9 Elm St')
  await asked.getByRole('button', { name: '4 of 5' }).click()
  await expect.poll(() => stepsOf(agent)).toContainEqual(['rated', null])
  await press('Done')
  await expect.element(asked).not.toBeInTheDocument()
  await expect.element(page.getByRole('main')).toHaveFocus()
})

test('the page of an ended tour shows what was seen and when, and what was skipped', async () => {
  clockAt('12:00')
  const steps = [
    step('arrived', '1', '09:17:00'),
    step('left', '1', '09:47:00'),
    step('skipped', '2', '09:47:00'),
    step('arrived', '3', '10:00:00'),
    step('left', '3', '10:20:00'),
  ]
  const lunch = { start_time: '13:00:00', end_time: '13:45:00' }
  const agent = await anAgentOnTour(steps, { status: 'completed', lunch })
  await open(agent, '/tours/1')
  const route = page.getByRole('region', { name: 'Tour Route' })
  await expect.element(route).toHaveTextContent(/9 Elm St.*done · arrived 9:17 AM · left 9:47 AM/)
  await expect.element(route).toHaveTextContent(/21 Oak Way.*skipped/)
  await expect.element(route).not.toHaveTextContent('Lunch')
  await expect.element(region('Overview')).toHaveTextContent(/Duration\s*63 min/)
  await expect
    .element(region('Tour Statistics'))
    .toHaveTextContent(/Properties\s*2 of 3 seen.*Average min per stop\s*25/)
})

longTest('a running tour has the same hours and minutes in the list as on its page', async () => {
  clockAt('10:02')
  const agent = await anAgentOnTour([step('arrived', '1', '09:00:00')])
  const opened = await open(agent, '/tours/1')
  await expect.element(region('Overview')).toHaveTextContent(/9:00 AM – 11:56 AM.*Duration\s*176 min/)
  opened.go('/tours')
  await expect.element(page.getByRole('article')).toHaveTextContent(/9:00 AM – 11:56 AM.*176 min/)
})

longTest('a cancelled tour offers the message to the client, and neither reminder nor start', async () => {
  const agent = await anAgentOnTour([], { status: 'cancelled' })
  await open(agent, '/tours/1')
  const tell = page.getByRole('link', { name: 'Text Hugo that it is off' })
  await expect.element(tell).toHaveAttribute('href', expect.stringContaining('cancel%20our%20property%20tour'))
  for (const name of ['Mark as In Progress', 'Mark as Completed', 'Reschedule', 'Send Reminder'])
    await expect.element(button(name)).toHaveAttribute('aria-disabled', 'true')
  await expect.element(button('Share')).not.toBeInTheDocument()
  await expect.element(button('Reopen Tour')).toBeVisible()
})

longTest('a tour of a past day offers no message that it is cancelled', async () => {
  const agent = await anAgentOnTour([], { status: 'cancelled', tour_date: addDays(today, -1) })
  await open(agent, '/tours/1')
  await expect.element(button('Reopen Tour')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Text Hugo that it is off' })).not.toBeInTheDocument()
})

longTest('cancelling a tour offers the text to its client', async () => {
  clockAt('08:00') // before its start, after which there is a second Cancel Tour
  const agent = await anAgentOnTour([], { status: 'scheduled' })
  await open(agent, '/tours/1')
  await button('Cancel Tour').click()
  const told = page.getByRole('region', { name: 'Notifications' })
  await expect
    .element(told.getByRole('link', { name: 'Text Hugo' }))
    .toHaveAttribute('href', expect.stringMatching(/^sms:5550142/))
})
