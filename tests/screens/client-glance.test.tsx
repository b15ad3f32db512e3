import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { useNotifications } from '#state/notifications.ts'
import { saved } from '#tests/support/saved-rows.ts'
import { anAgentAtWork, openScreens } from '#tests/support/workspace-screens.tsx'
import { longTest } from '#tests/support/long-test.ts'

const today = '2026-11-21'

beforeEach(async () => {
  await page.viewport(390, 844)
  vi.setSystemTime(new Date(`${today}T09:40:00`))
  onTestFinished(() => {
    vi.useRealTimers()
  })
})

async function anAgentWithDana() {
  const agent = await anAgentAtWork()
  await saved(agent.device, 'client', 1, { first_name: 'Dana', last_name: 'Ito', phone_number: '555 0142' })
  return agent
}

test('the page of a client starts with the next visit and the last interaction', async () => {
  const agent = await anAgentWithDana()
  await saved(agent.device, 'listing', 1)
  await saved(agent.device, 'showing', 1, { showing_date: '2026-11-23', client_email: 'client1@mailbox.example' })
  await saved(agent.device, 'interaction', 1, { date: '2026-11-20', time: '09:00:00', text: 'Wants a garden' })
  await openScreens(agent, '/clients/1')
  await expect.element(page.getByText(/^Next · Mon, Nov 23, 10:45 AM · Showing at 5709 River Oak Way$/)).toBeVisible()
  const last = page.getByText(/^Last · Fri, Nov 20, 9:00 AM · Call/)
  await expect.element(last).toHaveTextContent('Wants a garden')
  const edit = page.getByRole('link', { name: 'Edit Client' }).element().getBoundingClientRect()
  expect(last.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(edit.top)
})

longTest('a call that outlived the app can be logged with the time it began', async () => {
  const agent = await anAgentWithDana()
  await saved(agent.device, 'follow_up', 1, { due_date: today, text: 'Send comps' })
  const opened = await openScreens(agent, '/today')
  const link = page.getByRole('link', { name: 'Call Dana Ito' })
  await expect.element(link).toBeVisible()
  const call = link.element()
  call.addEventListener('click', (event) => event.preventDefault())
  call.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  await expect.element(page.getByText('Called Dana Ito?')).toBeVisible()
  await expect.poll(async () => (await agent.device.database.facts.get('log-offers'))?.value).toHaveLength(1)
  await opened.unmount()
  useNotifications.setState({ notifications: [] })
  vi.setSystemTime(new Date(`${today}T09:52:00`))
  await openScreens(agent, '/today')
  const offer = page.getByRole('group', { name: 'Log with Dana Ito' })
  await expect.element(offer).toHaveTextContent('Called Dana at 9:40 AM?')
  await offer.getByRole('button', { name: 'Log it' }).click()
  await expect
    .poll(async () => (await agent.device.database.interactions.toArray()).map(({ kind, time }) => [kind, time]))
    .toEqual([['Call', expect.stringMatching(/^09:40/)]])
  await expect.element(offer).not.toBeInTheDocument()
})

test('declining to log a call with one client keeps the offer for another', async () => {
  const agent = await anAgentWithDana()
  await saved(agent.device, 'client', 2, { first_name: 'Bo', last_name: 'Lind', phone_number: '555 0143' })
  await saved(agent.device, 'follow_up', 1, { due_date: today, text: 'Send comps' })
  await saved(agent.device, 'follow_up', 2, { of_client_key: '2', due_date: today, text: 'Ask about the loan' })
  const offers = [{ clientKey: '1', kind: 'Text', at: Date.now() }]
  await agent.device.database.facts.put({ name: 'log-offers', value: offers })
  await openScreens(agent, '/today')
  const offer = page.getByRole('group', { name: 'Log with Dana Ito' })
  await expect.element(offer).toBeVisible()
  document.addEventListener('click', (event) => event.preventDefault(), { once: true, capture: true })
  await page.getByRole('link', { name: 'Call Bo Lind' }).click()
  await expect.element(page.getByText('Called Bo Lind?')).toBeVisible()
  await offer.getByRole('button', { name: 'No' }).click()
  await expect.element(offer).not.toBeInTheDocument()
  await expect.element(page.getByText('Called Bo Lind?')).toBeVisible()
})

test('a call is not offered for logging after an hour, or once declined', async () => {
  const agent = await anAgentWithDana()
  const at = Date.now() - 59 * 60_000
  await agent.device.database.facts.put({ name: 'log-offers', value: [{ clientKey: '1', kind: 'Text', at }] })
  const opened = await openScreens(agent, '/clients/1')
  const offer = page.getByRole('group', { name: 'Log with Dana Ito' })
  await expect.element(offer).toBeVisible()
  ;(offer.getByRole('button', { name: 'No' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(offer).not.toBeInTheDocument()
  await expect.element(page.getByRole('main')).toHaveFocus()
  await agent.device.database.facts.put({
    name: 'log-offers',
    value: [{ clientKey: '1', kind: 'Text', at: at - 120_000 }],
  })
  opened.go('/clients')
  opened.go('/clients/1')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Dana Ito' })).toBeVisible()
  expect(offer.query()).toBeNull()
})
