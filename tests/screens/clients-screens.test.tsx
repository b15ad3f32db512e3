import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ClientCategory } from '#core/contract/client.ts'
import { createRecord } from '#core/sync/writing/create-record.ts'
import { longTest } from '#tests/support/long-test.ts'
import { saved } from '#tests/support/saved-rows.ts'
import { anAgentAtWork, openScreens, pressRightAfterTyping, type Agent } from '#tests/support/workspace-screens.tsx'
import { texts } from '#tests/support/texts.ts'

function open(agent: Agent, address: string) {
  return openScreens(agent, address)
}

const names = () =>
  page
    .getByRole('article')
    .elements()
    .map((article) => article.querySelector('h2')?.textContent)
const article = (name: string) => page.getByRole('article', { name })
const status = (text: string) => page.getByRole('status').filter({ hasText: text })

longTest('a card shows name, email, and the phone if there is one', async () => {
  const agent = await anAgentAtWork()
  await saved(agent.device, 'client', 1, { first_name: 'Ada', phone_number: '(916) 555-0118' })
  await saved(agent.device, 'client', 2, { first_name: 'Ben' })
  await open(agent, '/clients')
  await expect.element(article('Ada Park')).toHaveTextContent('client1@mailbox.example')
  await expect.element(article('Ada Park')).toHaveTextContent('(916) 555-0118')
  await expect
    .element(article('Ada Park').getByRole('link', { name: 'Call Ada Park' }))
    .toHaveAttribute('href', 'tel:9165550118')
  await expect
    .element(article('Ada Park').getByRole('link', { name: 'Text Ada Park' }))
    .toHaveAttribute('href', 'sms:9165550118')
  await expect.element(page.getByRole('link', { name: 'View Ben Park' })).toHaveAttribute('href', '/clients/2')
  await expect.element(page.getByRole('button', { name: 'Delete Ben Park' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Call Ben Park' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('link', { name: 'Text Ben Park' })).not.toBeInTheDocument()
})

longTest.each([320, 360, 390, 640])('on a screen of %i px a card has its buttons in one row', async (width) => {
  await page.viewport(width, 900)
  const agent = await anAgentAtWork()
  await saved(agent.device, 'client', 1, { first_name: 'Ada', phone_number: '(916) 555-0118' })
  await open(agent, '/clients')
  const card = article('Ada Park')
  await expect.element(card.getByRole('button', { name: 'Delete Ada Park' })).toBeVisible()
  const buttons = [...card.element().querySelectorAll('a, button')].map((one) => one.getBoundingClientRect())
  expect(buttons).toHaveLength(4)
  expect(new Set(buttons.map(({ bottom }) => bottom)).size).toBe(1)
  expect(Math.max(...buttons.map(({ right }) => right))).toBeLessThan(card.element().getBoundingClientRect().right - 11)
})

longTest('a page has ten clients, newest first, with links to first, last and at most five pages', async () => {
  const agent = await anAgentAtWork()
  for (let id = 1; id <= 63; id += 1) await saved(agent.device, 'client', id, { last_name: `Number ${id}` })
  const screen = await open(agent, '/clients')
  await expect.poll(names).toEqual(Array.from({ length: 10 }, (_, index) => `Jo Number ${63 - index}`))
  await expect.element(status('63 clients · page 1 of 7')).toBeVisible()
  const numbers = () => texts(page.getByRole('button', { name: /^Page \d/ }))
  expect(numbers()).toEqual(['1', '2', '3', '4', '5'])

  await page.getByRole('button', { name: 'Last page' }).click()
  await expect.poll(names).toEqual(['Jo Number 3', 'Jo Number 2', 'Jo Number 1'])
  expect(numbers()).toEqual(['3', '4', '5', '6', '7'])
  expect(screen.address()).toBe('/clients?page=7')
  await page.getByRole('button', { name: 'Page 6' }).click()
  await expect.poll(() => names()[0]).toBe('Jo Number 13')
  await page.getByRole('button', { name: 'First page' }).click()
  await expect.poll(() => names()[0]).toBe('Jo Number 63')
  screen.back()
  await expect.poll(() => names()[0]).toBe('Jo Number 13')
})

longTest('clients are sorted by name or date, either way, and found by their notes', async () => {
  const agent = await anAgentAtWork()
  await saved(agent.device, 'client', 1, { first_name: 'ben', last_name: 'Ash', notes: 'Wants a school nearby.' })
  await saved(agent.device, 'client', 2, { first_name: 'Ada', last_name: 'Zorn' })
  await saved(agent.device, 'client', 3, { first_name: 'Ben', last_name: 'Abel' })
  const screen = await open(agent, '/clients')
  await expect.poll(names).toEqual(['Ben Abel', 'Ada Zorn', 'ben Ash'])
  await page.getByRole('button', { name: /^Name/ }).click()
  await expect.poll(names).toEqual(['Ada Zorn', 'Ben Abel', 'ben Ash'])
  await page.getByRole('button', { name: /^Name/ }).click()
  await expect.poll(names).toEqual(['ben Ash', 'Ben Abel', 'Ada Zorn'])
  expect(screen.address()).toBe('/clients?sort=name-reversed')
  await page.getByRole('button', { name: /^Date/ }).click()
  await expect.poll(names).toEqual(['Ben Abel', 'Ada Zorn', 'ben Ash'])
  await page.getByRole('button', { name: /^Date/ }).click()
  await expect.poll(names).toEqual(['ben Ash', 'Ada Zorn', 'Ben Abel'])
  await page.getByRole('searchbox').fill('school')
  await expect.poll(names).toEqual(['ben Ash'])
})

longTest('clients created at the same instant have the same order on every device and page', async () => {
  const agent = await anAgentAtWork()
  const created_at = '2026-10-01T10:00:00.000Z'
  for (const id of [3, 11, 7, 1, 9, 12, 5, 2, 10, 8, 4, 6]) {
    // Clients created on this device have local keys.
    const key = id % 3 === 0 ? `local-${crypto.randomUUID()}` : String(id)
    await saved(agent.device, 'client', id, { first_name: `Client ${id}`, created_at, key })
  }
  await saved(agent.device, 'client', 20, { first_name: 'Newer', created_at: '2026-10-02T10:00:00.000Z' })
  await saved(agent.device, 'client', 30, { first_name: 'Older', created_at: '2026-09-01T10:00:00.000Z' })
  await open(agent, '/clients')
  const inOrder = [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1].map((id) => `Client ${id} Park`)
  await expect.poll(names).toEqual(['Newer Park', ...inOrder.slice(0, 9)])
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect.poll(names).toEqual([...inOrder.slice(9), 'Older Park'])
})

longTest('Buyers shows buyers, Sellers shows sellers, and Both shows clients who are both', async () => {
  const agent = await anAgentAtWork()
  const categories: ClientCategory[] = ['Buyer', 'Seller', 'Both']
  for (const [index, category] of categories.entries()) {
    await saved(agent.device, 'client', index + 1, { first_name: category, category })
  }
  const screen = await open(agent, '/clients')
  await expect.poll(names).toEqual(['Both Park', 'Seller Park', 'Buyer Park'])
  const choose = (filter: string) => page.getByRole('button', { name: filter, exact: true }).click()
  await choose('Buyers')
  await expect.poll(names).toEqual(['Both Park', 'Buyer Park'])
  await choose('Sellers')
  await expect.poll(names).toEqual(['Both Park', 'Seller Park'])
  await choose('Both')
  await expect.poll(names).toEqual(['Both Park'])
  expect(screen.address()).toBe('/clients?filter=Both')
})

test('a search is in the address, starts at the first page and can be cleared', async () => {
  const agent = await anAgentAtWork()
  for (let id = 1; id <= 12; id += 1) await saved(agent.device, 'client', id)
  await saved(agent.device, 'client', 13, { first_name: 'Elena', last_name: 'Vasquez', phone_number: '916 555 0127' })
  const screen = await open(agent, '/clients?page=2')
  await expect.poll(() => names().length).toBe(3)
  await page.getByRole('searchbox', { name: 'Search clients' }).fill('vasq')
  await expect.poll(names).toEqual(['Elena Vasquez'])
  await expect.element(status('1 client found')).toBeVisible()
  expect(screen.address()).toBe('/clients?search=vasq')
  await page.getByPlaceholder('Search clients...').fill('5550127')
  await expect.poll(names).toEqual(['Elena Vasquez'])

  await page.getByRole('searchbox').fill('nobody')
  await expect.element(page.getByText('Nobody matches “nobody”.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect.poll(() => names().length).toBe(10)
  await expect.element(page.getByRole('searchbox')).toHaveValue('')
})

longTest('a client opened right after typing opens, and the search does not return to the list', async () => {
  const agent = await anAgentAtWork()
  await saved(agent.device, 'client', 1)
  const view = await openScreens(agent, '/clients')
  const link = article('Jo Park').getByRole('link', { name: /^View/ })
  await pressRightAfterTyping('client1', link, '/clients/$clientId')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Jo Park' })).toBeVisible()
  expect(view.address()).toBe('/clients/1')
})

longTest('a new client is saved on this device, on top of the list, and waits', async () => {
  const agent = await anAgentAtWork()
  await saved(agent.device, 'client', 1)
  const screen = await open(agent, '/clients/new')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Add New Client' })).toBeVisible()
  await expect.element(page.getByLabelText('Category')).toHaveValue('Buyer')
  await page.getByLabelText('First Name').fill('Priya')
  await page.getByLabelText('Last Name').fill(' Raman ')
  await page.getByLabelText('Email').fill('priya@mailbox.example')
  await page.getByLabelText('Phone Number').fill('(530) 555-0109')
  await page.getByLabelText('Category').selectOptions('Both')
  await page.getByLabelText('Notes').fill('Wants a yard.')
  await page.getByRole('button', { name: 'Create Client' }).click()

  await expect.element(status('Client Created')).toHaveTextContent('Priya Raman has been added successfully.')
  await expect.poll(screen.address).toBe('/clients')
  await expect.poll(names).toEqual(['Priya Raman', 'Jo Park'])
  await expect.element(article('Priya Raman').getByText('Waiting')).toBeVisible()
  await expect.element(article('Jo Park').getByText('Waiting')).not.toBeInTheDocument()
  const [operation, ...others] = await agent.device.database.outbox.toArray()
  expect(others).toEqual([])
  expect(operation).toMatchObject({
    entity: 'client',
    kind: 'create',
    changes: {
      first_name: 'Priya',
      last_name: 'Raman',
      email: 'priya@mailbox.example',
      phone_number: '(530) 555-0109',
      notes: 'Wants a yard.',
      category: 'Both',
    },
  })
  await status('Client Created').getByRole('button', { name: 'View' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Priya Raman' })).toBeVisible()
  expect(screen.address()).toMatch(/^\/clients\/local-/)
})

longTest('a client needs a first name, a last name and an email address', async () => {
  const agent = await anAgentAtWork()
  await open(agent, '/clients/new')
  await page.getByLabelText('Email').fill('priya at home')
  await page.getByRole('button', { name: 'Create Client' }).click()
  const alert = page.getByRole('alert')
  for (const message of ['First Name is required.', 'Last Name is required.', 'Enter a valid email address.']) {
    await expect.element(alert).toHaveTextContent(message)
  }
  await expect.element(page.getByLabelText('First Name')).toHaveFocus()
  expect(await agent.device.database.outbox.count()).toBe(0)
})

longTest('an email that another client has causes a hint, not a refusal (E16)', async () => {
  const agent = await anAgentAtWork()
  await saved(agent.device, 'client', 1, { email: 'jo@mailbox.example' })
  await open(agent, '/clients/new')
  await page.getByLabelText('First Name').fill('Jo')
  await page.getByLabelText('Last Name').fill('Parker')
  await page.getByLabelText('Email').fill('JO@mailbox.example')
  await expect.element(status('Jo Park already has this email. You can keep both.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Jo Park' })).toHaveAttribute('href', '/clients/1')
  await page.getByRole('button', { name: 'Create Client' }).click()
  await expect.poll(names).toEqual(['Jo Parker', 'Jo Park'])
})

longTest('a phone number that cannot be dialed causes a hint, not a refusal', async () => {
  const agent = await anAgentAtWork()
  await open(agent, '/clients/new')
  await page.getByLabelText('First Name').fill('Jo')
  await page.getByLabelText('Last Name').fill('Parker')
  await page.getByLabelText('Email').fill('jo@mailbox.example')
  const phone = page.getByLabelText('Phone Number')
  const hint = 'Fanlight can’t dial this, so Call and Text won’t show.'
  await phone.fill('(9')
  await expect.element(phone).toHaveValue('(9')
  expect(page.getByText(hint).query()).toBeNull()
  await userEvent.tab()
  await expect.element(phone).toHaveAccessibleDescription(hint)
  await phone.fill('(916) 555-0118')
  await expect.element(phone).not.toHaveAccessibleDescription()
  await phone.fill('ask 12')
  await userEvent.tab()
  await expect.element(phone).toHaveAccessibleDescription(hint)
  await page.getByRole('button', { name: 'Create Client' }).click()
  await expect.poll(names).toEqual(['Jo Parker'])
})

longTest('a form that opens with an undialable phone number says so at once', async () => {
  const agent = await anAgentAtWork()
  await saved(agent.device, 'client', 1, { phone_number: 'ask at the office' })
  await open(agent, '/clients/edit/1')
  await expect
    .element(page.getByLabelText('Phone Number'))
    .toHaveAccessibleDescription('Fanlight can’t dial this, so Call and Text won’t show.')
})

longTest('the detail shows contact data and notes, by id and by local key (E4)', async () => {
  const agent = await anAgentAtWork()
  const { database, replica, clock } = agent.device
  const { key } = await createRecord(replica, clock, {
    opId: crypto.randomUUID(),
    entity: 'client',
    changes: { first_name: 'Jo', last_name: 'Park', email: 'jo@mailbox.example', phone_number: '+1 916 555 0118' },
  })
  await database.clients.update(key, { notes: 'Evenings are best.\nNo pool.', category: 'Both' })
  const screen = await open(agent, `/clients/${key}`)
  await expect.element(page.getByRole('heading', { level: 1, name: 'Jo Park' })).toBeVisible()
  await expect.element(page.getByText('Evenings are best.')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Email Jo Park' }))
    .toHaveAttribute('href', 'mailto:jo@mailbox.example')
  await expect.element(page.getByRole('link', { name: 'Text Jo Park' })).toHaveAttribute('href', 'sms:+19165550118')
  await expect.element(page.getByText('Waiting')).toBeVisible()

  await database.aliases.put({ entity: 'client', key, id: 41 })
  await database.clients.update(key, { id: 41 })
  screen.go('/clients/41')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Jo Park' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Edit Client' })).toHaveAttribute('href', '/clients/edit/41')
})

longTest('an edit records only the changed fields, and leads back to the client', async () => {
  const agent = await anAgentAtWork()
  await saved(agent.device, 'client', 7, { notes: 'Old.' })
  const screen = await open(agent, '/clients/edit/7')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Edit Client' })).toBeVisible()
  await expect.element(page.getByLabelText('First Name')).toHaveValue('Jo')
  await page.getByLabelText('Phone Number').fill('916 555 0100')
  await page.getByRole('button', { name: 'Update Client' }).click()
  await expect.element(status('Client Updated')).toHaveTextContent('Jo Park has been updated successfully.')
  await expect.poll(screen.address).toBe('/clients/7')
  await expect.element(page.getByText('Waiting')).toBeVisible()
  expect(await agent.device.database.outbox.toArray()).toMatchObject([
    { kind: 'update', key: '7', changes: { phone_number: '916 555 0100' }, base: { phone_number: '' } },
  ])
})

test('a pull under an open form changes nothing in it, and other fields get the new values (G19)', async () => {
  const agent = await anAgentAtWork()
  await saved(agent.device, 'client', 7)
  await open(agent, '/clients/edit/7')
  await page.getByLabelText('Phone Number').fill('916 555 0100')
  await saved(agent.device, 'client', 7, { last_name: 'Parker' })
  await expect.element(page.getByText('Jo Parker')).toBeVisible()
  await expect.element(page.getByLabelText('Last Name')).toHaveValue('Park')
  await page.getByRole('button', { name: 'Update Client' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Jo Parker' })).toBeVisible()
  expect(await agent.device.database.clients.get('7')).toMatchObject({
    last_name: 'Parker',
    phone_number: '916 555 0100',
  })
})

test('a record that disappears under an open form leaves the form and its text (G4)', async () => {
  const agent = await anAgentAtWork()
  await saved(agent.device, 'client', 7)
  await open(agent, '/clients/edit/7')
  await page.getByLabelText('Phone Number').fill('916 555 0100')
  await agent.device.database.clients.delete('7')
  await expect.poll(() => agent.device.database.clients.count()).toBe(0)
  await expect.element(page.getByText('This client was deleted while you were editing it.')).toBeVisible()
  await expect.element(page.getByLabelText('Phone Number')).toHaveValue('916 555 0100')
  await page.getByRole('button', { name: 'Update Client' }).click()
  await expect.element(page.getByText('Conflict')).toBeVisible()
  await expect.element(page.getByText('This client was deleted elsewhere while you changed it here.')).toBeVisible()
  expect(await agent.device.database.outbox.toArray()).toMatchObject([{ key: '7', state: 'conflict' }])
})

longTest('the same field changed in two tabs becomes a conflict that the client shows (A16)', async () => {
  const agent = await anAgentAtWork()
  await saved(agent.device, 'client', 7)
  await open(agent, '/clients/edit/7')
  await page.getByLabelText('Last Name').fill('Parks')
  await saved(agent.device, 'client', 7, { last_name: 'Parker' })
  await page.getByRole('button', { name: 'Update Client' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Jo Parks' })).toBeVisible()
  await expect.element(page.getByText('Conflict')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Decide in the Outbox' })).toHaveAttribute('href', '/outbox')
})

longTest.each(['/clients/7', '/clients/edit/7'])('Delete Client at %s leads back to the list', async (address) => {
  const agent = await anAgentAtWork()
  await saved(agent.device, 'client', 7)
  const screen = await open(agent, address)
  await page.getByRole('button', { name: 'Delete Client' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect.poll(screen.address).toBe('/clients')
  await expect.element(status('Client Deleted')).toBeVisible()
})

longTest('a name of one long word makes no page wider than a phone', async () => {
  await page.viewport(390, 844)
  const agent = await anAgentAtWork()
  await saved(agent.device, 'client', 7, { last_name: 'W'.repeat(100) })
  await open(agent, '/clients/edit/7')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Edit Client' })).toBeVisible()
  const { scrollWidth, clientWidth } = document.documentElement
  expect(scrollWidth).toBe(clientWidth)
})
