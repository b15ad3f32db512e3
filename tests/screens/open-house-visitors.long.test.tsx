import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { addDays } from '#core/domain/time/wall-clock.ts'
import { useNotifications } from '#state/notifications.ts'
import type { OpenHouseVisitRow } from '#storage/database/rows.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { saved, today } from '#tests/support/saved-rows.ts'
import { setTextSize } from '#tests/support/text-size.ts'
import { type Agent, anAgentAtWork, openScreens } from '#tests/support/workspace-screens.tsx'

beforeEach(() => page.viewport(1280, 900))

async function anAgentWithVisitors(visitors: Partial<OpenHouseVisitRow>[], date = today): Promise<Agent> {
  const agent = await anAgentAtWork()
  await saved(agent.device, 'listing', 1)
  await saved(agent.device, 'open_house', 7, { date, end_time: '23:59:00' })
  for (const [index, visitor] of visitors.entries()) {
    const id = index + 1
    const usual = { open_house_key: '7', client_email: `v${id}@mailbox.example` }
    await saved(agent.device, 'open_house_visit', id, { ...usual, ...visitor })
  }
  return agent
}

async function openList(agent: Agent) {
  await openScreens(agent, '/listings/1')
  await page.getByRole('button', { name: /visitors? of the open house/ }).click()
  await expect.element(page.getByRole('dialog', { name: 'Visitors' })).toBeVisible()
}

const entries = page.getByRole('dialog').getByRole('list', { name: 'Visitors' }).getByRole('listitem')
const madeClients = async (agent: Agent) => {
  const all = await agent.device.database.outbox.toArray()
  return all.filter(({ entity }) => entity === 'client').map(({ changes }) => changes)
}
const wording = 'Ann Lee may email me about this house'

test('the list shows who signed in and when, their contact data, and their consent', async () => {
  const agent = await anAgentWithVisitors([
    {
      name: 'Jo Park',
      phone_number: '(916) 555-0100',
      signed_in_at: new Date().toISOString(),
      consents: [{ kind: 'email', wording_version: 'email-1-en', wording, given_at: new Date().toISOString() }],
    },
    { client_email: 'sam@post.example' },
  ])
  await openList(agent)
  const jo = entries.first()
  await expect.element(jo).toHaveTextContent('Jo Park')
  await expect
    .element(jo.getByRole('link', { name: 'v1@mailbox.example' }))
    .toHaveAttribute('href', 'mailto:v1@mailbox.example')
  await expect.element(jo.getByRole('link', { name: '(916) 555-0100' })).toHaveAttribute('href', 'tel:9165550100')
  await expect.element(jo.getByText(/^Signed in \d+:\d\d [AP]M$/)).toBeVisible()
  await jo.getByText(/^May email/).click()
  await expect.element(jo.getByRole('list', { name: 'Consents of Jo Park' })).toHaveTextContent(wording)
  for (const width of [1280, 390, 320]) {
    await page.viewport(width, 900)
    expect(await axeFindings(), String(width)).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  }
  setTextSize('200%')
  const sheet = page.getByRole('dialog').element()
  expect(sheet.scrollWidth).toBeLessThanOrEqual(sheet.clientWidth)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
})

test('the list has the latest sign-in on top, and visitors entered by the agent below', async () => {
  const at = (minute: string) => new Date(`${today}T19:${minute}:00Z`).toISOString()
  const agent = await anAgentWithVisitors([
    { name: 'Written Down', signed_in_at: null },
    { name: 'First In', signed_in_at: at('05') },
    { name: 'Last In', signed_in_at: at('25') },
    { name: 'Second In', signed_in_at: at('15') },
  ])
  await openList(agent)
  const names = () => entries.elements().map(({ textContent }) => /Written Down|\w+ In/.exec(textContent)?.[0])
  await expect.poll(names).toEqual(['Last In', 'Second In', 'First In', 'Written Down'])
})

test('pressing a message beside the sheet leaves the sheet open', async () => {
  const agent = await anAgentWithVisitors([{ name: 'Jo Park' }, { name: 'Sam Post' }])
  await openList(agent)
  await page.getByRole('button', { name: 'Delete Jo Park' }).click()
  await expect.poll(() => entries.elements()).toHaveLength(1)
  // Behind the sheet, the button has no role.
  const undo = () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Undo')
  await expect.poll(undo).toBeDefined()
  await userEvent.click(undo() as Element)
  await expect.poll(() => entries.elements()).toHaveLength(2)
})

test('a visitor’s email, name or phone is corrected in the list, never to another visitor’s', async () => {
  const agent = await anAgentWithVisitors([{ name: 'Kim', client_email: 'kim@gmial.example' }, { name: 'Sam Post' }])
  await openList(agent)
  await page.getByRole('button', { name: 'Edit Kim' }).click()
  const form = page.getByRole('form', { name: 'Edit Kim' })
  expect(await axeFindings()).toEqual([])
  await form.getByLabelText('Client Email').fill('V2@mailbox.example')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.element(form).toHaveTextContent('This visitor is already on the list for that open house.')
  await form.getByLabelText('Client Email').fill('kim@gmail.example')
  await form.getByLabelText('Phone Number').fill('916 555 0177')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.element(entries.first()).toHaveTextContent('kim@gmail.example')
  const [change] = await agent.device.database.outbox.toArray()
  expect(change).toMatchObject({
    entity: 'open_house_visit',
    kind: 'update',
    changes: { client_email: 'kim@gmail.example', phone_number: '916 555 0177' },
  })
})

test('a visitor becomes one client, even if the agent taps twice', async () => {
  const agent = await anAgentWithVisitors([{ name: 'Jo Park', phone_number: '916 555 0100' }])
  useNotifications.setState({ notifications: [] })
  await openList(agent)
  await page.getByRole('button', { name: 'Add as Client Jo Park' }).dblClick()
  await expect.element(page.getByText('Jo Park has been added successfully.').first()).toBeVisible()
  expect(useNotifications.getState().notifications).toHaveLength(1)
  // A late second tap opens the client.
  expect(await madeClients(agent)).toMatchObject([
    { first_name: 'Jo', last_name: 'Park', email: 'v1@mailbox.example', phone_number: '916 555 0100' },
  ])
})

test('a visitor with the email of a client is shown as that client', async () => {
  const signed_in_at = new Date().toISOString()
  const agent = await anAgentWithVisitors([{ name: 'Jo Park', client_email: 'JO@mailbox.example', signed_in_at }])
  const jo = { first_name: 'Joanna', last_name: 'Park', email: 'jo@mailbox.example', category: 'Buyer' as const }
  await agent.device.database.clients.put({ key: '12', id: 12, ...jo })
  await openList(agent)
  await expect.element(page.getByRole('link', { name: 'View Client Jo Park' })).toHaveAttribute('href', '/clients/12')
  await expect.element(page.getByRole('link', { name: 'Joanna Park' })).toHaveAttribute('href', '/clients/12')
  await expect.element(entries.first().getByText(/^Signed in as Jo Park \d+:\d\d [AP]M$/)).toBeVisible()
  expect(page.getByRole('button', { name: /^Add as Client/ }).query()).toBeNull()
})

test('the shared tablet is one press away for an upcoming open house, and not for a past one', async () => {
  const agent = await anAgentWithVisitors([])
  await openScreens(agent, '/listings/1')
  const start = page.getByRole('link', { name: 'Start Sign-in' })
  await expect.element(start).toHaveAttribute('href', '/open-houses/7/kiosk')
  await agent.device.database.open_houses.update('7', { date: addDays(today, -1) })
  await expect.element(start).not.toBeInTheDocument()
})
