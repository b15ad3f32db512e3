import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { axeFindings } from '#tests/support/axe.ts'
import { anAgentWithRecords, saved, tomorrow } from '#tests/support/saved-rows.ts'
import { type Agent, openScreens } from '#tests/support/workspace-screens.tsx'
import { texts } from '#tests/support/texts.ts'

beforeEach(() => page.viewport(390, 844))

const field = page.getByRole('combobox', { name: 'Client Email' })
const options = () => texts(page.getByRole('listbox', { name: 'Clients' }).getByRole('option'))
const operations = (agent: Agent) => agent.device.database.outbox.orderBy('seq').toArray()

async function anAgentWithPeople(): Promise<Agent> {
  const agent = await anAgentWithRecords()
  const { device } = agent
  await saved(device, 'client', 5, { first_name: 'Priya', last_name: 'Raman', email: 'priya@mailbox.example' })
  await saved(device, 'client', 6, { first_name: 'Otto', last_name: 'Prince', email: 'home@mailbox.example' })
  await saved(device, 'client', 7, { first_name: 'Ida', last_name: 'Prince', email: 'Home@mailbox.example' })
  return agent
}

const forms = [
  ['showing', '/listings/1', /^New Showing$/],
  ['open_house_visit', '/listings/1', /^Add Visitor$/],
  ['tour', '/tours/new', null],
  ['tour', '/tours/1?edit=all', null],
] as const

test.each(forms)('the Client Email of a %s at %s suggests people after two letters', async (_, address, opener) => {
  const agent = await anAgentWithPeople()
  await openScreens(agent, address)
  if (opener !== null) await page.getByRole('button', { name: opener }).click()
  await field.fill('')
  await userEvent.type(field, 'pr')
  await expect
    .poll(options)
    .toEqual(['Ida PrinceHome@mailbox.example', 'Otto Princehome@mailbox.example', 'Priya Ramanpriya@mailbox.example'])
  await expect.element(field).toHaveAttribute('aria-expanded', 'true')
  await page.getByRole('option', { name: /Priya/ }).click()
  await expect.element(field).toHaveValue('priya@mailbox.example')
  await expect.element(field).toHaveAccessibleDescription('Priya Raman')
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument()
})

async function fillTimes(): Promise<void> {
  await page.getByLabelText('Showing Date').fill(tomorrow)
  await page.getByLabelText('Start Time').fill('10:45')
  await page.getByLabelText('End Time').fill('11:30')
}

test('the arrow keys and Enter pick one of two people with one address, and the showing has that one', async () => {
  const agent = await anAgentWithPeople()
  await openScreens(agent, '/listings/1')
  await page.getByRole('button', { name: 'New Showing' }).click()
  await fillTimes()
  await userEvent.type(field, 'otto')
  await expect.poll(options).toHaveLength(1)
  await userEvent.keyboard('{ArrowDown}')
  const active = field.element().getAttribute('aria-activedescendant')
  expect(document.getElementById(active ?? '')).toHaveTextContent('Otto Prince')
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveAccessibleDescription('Otto Prince')
  await page.getByRole('button', { name: 'Create Showing' }).click()
  await expect
    .poll(() => operations(agent))
    .toMatchObject([{ entity: 'showing', changes: { client_email: 'home@mailbox.example', client: 6 } }])
})

test('a client who is typed instead of picked is recognized by email, in any case', async () => {
  const agent = await anAgentWithPeople()
  await openScreens(agent, '/listings/1')
  await page.getByRole('button', { name: 'New Showing' }).click()
  await fillTimes()
  await field.fill(' PRIYA@mailbox.example')
  await page.getByRole('button', { name: 'Create Showing' }).click()
  await expect.poll(() => operations(agent)).toMatchObject([{ entity: 'showing', changes: { client: 5 } }])
})

test('an unknown address is valid, and becomes a client if the agent agrees', async () => {
  const agent = await anAgentWithPeople()
  await openScreens(agent, '/listings/1')
  await page.getByRole('button', { name: 'New Showing' }).click()
  await fillTimes()
  await field.fill('sam.fairweather@mailbox.example')
  await page.getByRole('option', { name: 'Add “sam.fairweather@mailbox.example” as a client' }).click()
  await expect.element(page.getByText('Sam Fairweather has been added successfully.')).toBeInTheDocument()
  await expect.element(field).toHaveAccessibleDescription('Sam Fairweather')
  await page.getByRole('button', { name: 'Create Showing' }).click()
  await expect.poll(() => operations(agent)).toHaveLength(2)
  const [client, showing] = await operations(agent)
  expect(client).toMatchObject({ entity: 'client', changes: { first_name: 'Sam', last_name: 'Fairweather' } })
  expect(showing).toMatchObject({ entity: 'showing', changes: { client: client?.key } })
})

test('Escape closes only the suggestions', async () => {
  const agent = await anAgentWithPeople()
  await openScreens(agent, '/dashboard')
  await page.getByRole('button', { name: 'New Appointment' }).click()
  const person = page.getByRole('combobox', { name: 'Client' })
  await userEvent.type(person, 'pri')
  await expect.poll(options).toHaveLength(3)
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument()
  await expect.element(page.getByRole('dialog', { name: 'New Appointment' })).toBeVisible()
})

test('an appointment is with a client or with no one', async () => {
  const agent = await anAgentWithPeople()
  await openScreens(agent, '/dashboard')
  await page.getByRole('button', { name: 'New Appointment' }).click()
  const dialog = page.getByRole('dialog', { name: 'New Appointment' })
  const person = dialog.getByRole('combobox', { name: 'Client' })
  await dialog.getByLabelText('Start Time').fill('18:00')
  await dialog.getByLabelText('End Time').fill('18:30')
  await userEvent.type(person, 'somebody else')
  await dialog.getByRole('button', { name: 'Create Appointment' }).click()
  await expect.element(person).toHaveAccessibleDescription('Choose one of your clients, or leave it blank.')
  await person.fill('')
  await userEvent.type(person, 'ram')
  await page.getByRole('option', { name: /Priya/ }).click()
  expect(await axeFindings()).toEqual([])
  await dialog.getByRole('button', { name: 'Create Appointment' }).click()
  await expect.poll(() => operations(agent)).toMatchObject([{ entity: 'appointment', changes: { client: 5 } }])
  expect((await operations(agent))[0]?.changes).not.toHaveProperty('person')
})
