import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { addDays } from '#core/domain/time/wall-clock.ts'
import { useConnection } from '#state/connection.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { loadDraft } from '#storage/drafts/drafts.ts'
import { longTest } from '#tests/support/long-test.ts'
import { saved, today, tomorrow } from '#tests/support/saved-rows.ts'
import { tap, tapAgain } from '#tests/support/tap.ts'
import { type Agent, anAgentAtWork, openScreens } from '#tests/support/workspace-screens.tsx'

const ada = { first_name: 'Ada', last_name: 'Park', email: 'ada@mailbox.example', phone_number: '(916) 555-0118' }
const button = (name: string | RegExp) => page.getByRole('button', { name })
const link = (name: string | RegExp) => page.getByRole('link', { name })
const section = (name: string) => page.getByRole('region', { name })
const entries = (name: string) => page.getByRole('list', { name }).getByRole('listitem')
const stayHere = (event: Event) => event.preventDefault()

async function press(name: string) {
  document.addEventListener('click', stayHere, { once: true, capture: true })
  await link(name).click()
}

async function anAgentWithAda(): Promise<Agent> {
  const agent = await anAgentAtWork()
  await saved(agent.device, 'listing', 1)
  await saved(agent.device, 'client', 1, ada)
  return agent
}

test('a client’s page has upcoming and past records by client id and by email', async () => {
  const agent = await anAgentWithAda()
  await saved(agent.device, 'client', 2, { email: 'bo@mailbox.example' })
  await saved(agent.device, 'showing', 1, { client_email: 'Ada@mailbox.example' })
  await saved(agent.device, 'showing', 2, {
    client: 1,
    client_email: 'old@mailbox.example',
    showing_date: addDays(today, -2),
    status: 'Held',
    feedback: 'Loved the kitchen.',
  })
  await saved(agent.device, 'showing', 3, { client_email: 'bo@mailbox.example' })
  await openScreens(agent, '/clients/1')
  await expect.element(entries('Coming Up').first()).toHaveTextContent('Showing at')
  await expect.element(entries('History').first()).toHaveTextContent('Held · Private: Loved the kitchen.')
  expect(entries('Coming Up').elements()).toHaveLength(1)
  expect(entries('History').elements()).toHaveLength(1)
  for (const width of [1280, 390]) {
    await page.viewport(width, 900)
    expect(await axeFindings(), `${width}`).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  }
})

longTest('a text is logged in one tap, and the tap can be undone', async () => {
  const agent = await anAgentWithAda()
  await openScreens(agent, '/clients/1')
  await expect.element(section('History')).toHaveTextContent('Calls, showings, tours and open houses with Ada')
  await press('Text Ada Park')
  await expect.element(page.getByText('Texted Ada Park?')).toBeVisible()
  await button('Log it').click()
  await expect.element(entries('History').first()).toHaveTextContent('Text')
  expect(await agent.device.database.outbox.toArray()).toMatchObject([{ entity: 'interaction', kind: 'create' }])
  await button('Undo').click()
  await expect.element(page.getByRole('list', { name: 'History' })).not.toBeInTheDocument()
  await expect.poll(() => agent.device.database.outbox.count()).toBe(0)
})

longTest.each(['/clients', '/listings/1', '/tours/1/run'])('a call from %s can be logged as well', async (address) => {
  const agent = await anAgentWithAda()
  // A client this new is not yet in Call next.
  await saved(agent.device, 'client', 1, { ...ada, created_at: new Date().toISOString() })
  await saved(agent.device, 'showing', 1, { client: 1 })
  await saved(agent.device, 'tour', 1, { client: 1, tour_date: today })
  await openScreens(agent, address)
  await press('Call Ada Park')
  await button('Log it').click()
  await expect.element(page.getByText('Call with Ada Park.')).toBeVisible()
  expect(await agent.device.database.outbox.toArray()).toMatchObject([{ entity: 'interaction', kind: 'create' }])
})

longTest('an interaction is saved in words, with its day and hour', async () => {
  const agent = await anAgentWithAda()
  await openScreens(agent, '/clients/1')
  await button('Log a Call').click()
  await page.getByLabelText('Kind').selectOptions('Meeting')
  await page.getByLabelText('What Was Said').fill('Wants a garden.')
  await button('Log It').click()
  await expect.element(entries('History').first()).toHaveTextContent('Meeting')
  await expect.element(entries('History').first()).toHaveTextContent('Wants a garden.')
  await expect.element(button('Log a Call')).toHaveFocus()
})

longTest('on a phone the form that logs a call opens between the bars and replaces the offer to log it', async () => {
  await page.viewport(390, 844)
  const agent = await anAgentWithAda()
  await openScreens(agent, '/clients/1')
  await press('Text Ada Park')
  await expect.element(page.getByText('Texted Ada Park?')).toBeVisible()
  const opener = button('Log a Call').element() as HTMLElement
  window.scrollTo(0, opener.getBoundingClientRect().top + window.scrollY - 600)
  opener.click()
  const form = page.getByRole('form', { name: 'Log a Call' })
  await expect.element(form).toBeInViewport({ ratio: 1 })
  await expect.element(page.getByText('Texted Ada Park?')).not.toBeInTheDocument()
  const { top, bottom } = form.element().getBoundingClientRect()
  const bars = [document.querySelector('header')!, document.querySelector('[data-bottom-actions]')!]
  const [above, below] = bars.map((bar) => bar.getBoundingClientRect())
  expect(top).toBeGreaterThanOrEqual(above!.bottom)
  expect(bottom).toBeLessThanOrEqual(below!.top)
})

longTest('the notice about a draft does not push the form below the bars', async () => {
  await page.viewport(390, 844)
  const { go } = await openScreens(await anAgentWithAda(), '/clients/1')
  const form = page.getByRole('form', { name: 'New Follow-up' })
  const openFarDown = async () => {
    await expect.element(button('New Follow-up')).toBeVisible()
    const opener = button('New Follow-up').element() as HTMLElement
    document.querySelector('main')!.style.paddingBlockStart = '500px'
    window.scrollTo(0, opener.getBoundingClientRect().top + window.scrollY - 600)
    opener.click()
  }
  await openFarDown()
  await form.getByLabelText('What to Do').fill('Send the floor plan')
  go('/clients')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible()
  go('/clients/1')
  await openFarDown()
  await expect.element(form.getByText(/^Restored what you typed/)).toBeVisible()
  const below = document.querySelector('[data-bottom-actions]')!.getBoundingClientRect()
  await expect
    .poll(() => form.element().getBoundingClientRect().bottom, { timeout: 5000 })
    .toBeLessThanOrEqual(below.top)
})

longTest('an interaction cannot be in the future', async () => {
  const agent = await anAgentWithAda()
  await openScreens(agent, '/clients/1')
  await button('Log a Call').click()
  const date = page.getByRole('form', { name: 'Log a Call' }).getByLabelText('Date')
  await date.fill(addDays(today, 1))
  await button('Log It').click()
  await expect.element(date).toHaveAccessibleDescription('This day is in the future. Add a follow-up instead.')
  await date.fill(today)
  await button('Log It').click()
  await expect.element(entries('History').first()).toHaveTextContent('Call')
})

longTest('an interaction is edited and deleted in place', async () => {
  const agent = await anAgentWithAda()
  await saved(agent.device, 'interaction', 5, { text: 'Wants a gargen.' })
  await saved(agent.device, 'follow_up', 6, { text: 'Send a lsit' })
  await openScreens(agent, '/clients/1')
  const edit = button(/^Edit Call of/)
  await edit.click()
  await page.getByLabelText('What Was Said').fill('Wants a garden.')
  await button('Save Changes').click()
  await expect.element(entries('History').first()).toHaveTextContent('Wants a garden.')
  await expect.element(edit).toHaveFocus()
  await edit.click()
  await section('History').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.element(page.getByText('Call with Ada Park has been removed.')).toBeVisible()
  await expect.element(page.getByRole('list', { name: 'History' })).not.toBeInTheDocument()

  await button('Edit Send a lsit').click()
  await page.getByLabelText('What to Do').fill('Send a list')
  await button('Save Follow-up').click()
  await expect.element(section('Follow-ups')).toHaveTextContent('Send a list')
  await expect.element(page.getByRole('form')).not.toBeInTheDocument()
  await button('Edit Send a list').click()
  await section('Follow-ups').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.element(section('Follow-ups')).toHaveTextContent('Nothing to do for now.')
})

longTest('a new showing from a client’s page has the client in it', async () => {
  const agent = await anAgentWithAda()
  await openScreens(agent, '/clients/1')
  await button('New Showing').click()
  await page.getByRole('combobox', { name: 'Listing' }).selectOptions('1')
  await expect.element(page.getByLabelText('Client Email')).toHaveValue('ada@mailbox.example')
  await page.getByLabelText('Showing Date').fill(tomorrow)
  await button('Create Showing').click()
  await expect.element(entries('Coming Up').first()).toHaveTextContent('Showing at')
  expect(await agent.device.database.showings.toArray()).toMatchObject([{ client: 1, showing_date: tomorrow }])
})

longTest('a tour draft for another client is not used for this one', async () => {
  const agent = await anAgentWithAda()
  const { go } = await openScreens(agent, '/tours/new')
  const email = page.getByLabelText('Client Email')
  await email.fill('hugo@mailbox.example')
  await expect.poll(() => loadDraft(agent.device.owner, 'tour:new')).not.toBeNull()
  go('/clients/1')
  await link('Plan a Tour').click()
  await expect.element(email).toHaveValue('ada@mailbox.example')
  await page.getByLabelText('Preferred Start Time').fill('10:15')
  await expect.poll(() => loadDraft(agent.device.owner, 'tour:new:client-1')).not.toBeNull()
  go('/tours/new')
  await expect.element(email).toHaveValue('hugo@mailbox.example')
  await expect.element(page.getByLabelText('Preferred Start Time')).toHaveValue('09:00')
})

longTest('a follow-up stays on the client’s page until it is done or postponed', async () => {
  const agent = await anAgentWithAda()
  await openScreens(agent, '/clients/1')
  await button('New Follow-up').click()
  await page.getByLabelText('What to Do').fill('Send the floor plan')
  await button('Save Follow-up').click()
  const followUps = section('Follow-ups')
  await expect.element(followUps).toHaveTextContent('Send the floor plan')
  await button('Later: Send the floor plan').click()
  await button('Next week').click()
  await expect
    .poll(() => agent.device.database.follow_ups.toArray())
    .toMatchObject([{ due_date: addDays(today, 7), done: false }])
  await button('Later: Send the floor plan').click()
  await page.getByLabelText('On a day').fill('9999-12-31')
  await button('Choose').click()
  await expect.element(page.getByLabelText('On a day')).toHaveFocus()
  await page.getByLabelText('On a day').fill(addDays(today, 365))
  await button('Choose').click()
  await expect
    .poll(() => agent.device.database.follow_ups.toArray())
    .toMatchObject([{ due_date: addDays(today, 365), done: false }])
  await button('Done: Send the floor plan').click()
  await expect.element(followUps).toHaveTextContent('Nothing to do for now.')
  await expect.element(entries('History')).toHaveTextContent(/Follow-up done.*Send the floor plan/)
  await button('Undo').last().click()
  await expect.element(followUps).toHaveTextContent('Send the floor plan')
  await button('Done: Send the floor plan').click()
  await button('Open again: Send the floor plan').click()
  await expect.element(followUps).toHaveTextContent('Send the floor plan')
  await expect.element(entries('History')).not.toBeInTheDocument()
})

longTest('a double tap on Save Follow-up does not complete the one that takes the form’s place', async () => {
  const agent = await anAgentWithAda()
  await saved(agent.device, 'follow_up', 1, { text: 'Ask the bank', due_date: today })
  await openScreens(agent, '/clients/1')
  await button('New Follow-up').click()
  await page.getByLabelText('What to Do').fill('Send the floor plan')
  const first = tap(button('Save Follow-up'))
  await expect.element(button('Done: Send the floor plan')).toBeVisible()
  // The row may show while the form still says *Saving*; until the form closes, it covers what takes its place.
  await expect.element(page.getByLabelText('What to Do')).not.toBeInTheDocument()
  tapAgain(button('Done: Ask the bank'), first)
  await userEvent.keyboard('{Shift}')
  await button('Done: Send the floor plan').click()
  await expect.element(button('Done: Send the floor plan')).not.toBeInTheDocument()
  await expect.element(button('Done: Ask the bank')).toBeVisible()
})

longTest('a probably mistyped date is pointed out, and remains possible', async () => {
  const said = (words: string) => page.getByRole('status').filter({ hasText: words })
  const yearIsOdd = said('More than a year ago. Is the year right?')
  const agent = await anAgentWithAda()
  const { go } = await openScreens(agent, '/clients/1')
  await button('New Follow-up').click()
  await page.getByLabelText('What to Do').fill('Send the floor plan')
  const due = page.getByLabelText('Due Date')
  await due.fill(addDays(today, -3))
  await expect.element(said('This day has passed, so it is due right away.')).toBeVisible()
  await due.fill('2002-11-23')
  await expect.element(yearIsOdd).toBeVisible()
  await button('Save Follow-up').click()
  await expect.poll(() => agent.device.database.follow_ups.toArray()).toMatchObject([{ due_date: '2002-11-23' }])
  go('/listings/1')
  await section('Showings').getByRole('button', { name: 'New Showing' }).click()
  const day = page.getByLabelText('Showing Date')
  await day.fill('2002-11-23')
  await expect.element(yearIsOdd).toBeVisible()
  await day.fill(addDays(today, -3))
  await expect.element(yearIsOdd).not.toBeInTheDocument()
})

longTest('Call next lists clients to call with the reason, and drops them when done or postponed', async () => {
  const agent = await anAgentAtWork()
  await saved(agent.device, 'client', 1, { ...ada, created_at: '2025-01-01T09:00:00.000Z' })
  const { go } = await openScreens(agent, '/clients')
  await expect.element(section('Call next')).toHaveTextContent(/Ada Park.*No word for \d+ days/)
  go('/dashboard')
  await expect.element(section('Call next').getByRole('link', { name: 'Call Ada Park' })).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await button('Done: Ada Park').click()
  await expect
    .poll(() => agent.device.database.interactions.toArray())
    .toMatchObject([{ kind: 'Call', text: '', of_client_key: '1' }])
  await expect.element(page.getByText('Call with Ada Park.')).toBeVisible()
  await expect.element(section('Call next')).not.toBeInTheDocument()
  await button('Undo').click()
  await button('Later: Ada Park').click()
  await button('Tomorrow').click()
  await expect
    .poll(() => agent.device.database.follow_ups.toArray())
    .toMatchObject([{ due_date: tomorrow, done: false }])
  await expect.element(section('Call next')).not.toBeInTheDocument()
})

longTest('a postponed call is completed with one press, and its client is not listed for silence', async () => {
  const agent = await anAgentAtWork()
  await saved(agent.device, 'client', 1, { ...ada, created_at: '2025-01-01T09:00:00.000Z' })
  await saved(agent.device, 'follow_up', 1, {
    due_date: today,
    text: 'Call Ada Park',
    of_client_key: '1',
    done: false,
  })
  await openScreens(agent, '/dashboard')
  await expect.element(section('Call next')).toHaveTextContent(/Ada Park.*Call Ada Park/)
  await button('Done: Ada Park').click()
  await expect.poll(() => agent.device.database.follow_ups.toArray()).toMatchObject([{ done: true }])
  await expect.element(section('Call next')).not.toBeInTheDocument()
})

longTest('in Call next a client without a number is contacted by email, and the interaction is an email', async () => {
  const agent = await anAgentAtWork()
  await saved(agent.device, 'client', 1, { ...ada, phone_number: '', created_at: '2025-01-01T09:00:00.000Z' })
  await openScreens(agent, '/dashboard')
  await expect.element(section('Call next').getByRole('link', { name: 'Email Ada Park' })).toBeVisible()
  await button('Done: Ada Park').click()
  await expect.element(page.getByText('Email with Ada Park.')).toBeVisible()
  expect(await agent.device.database.interactions.toArray()).toMatchObject([{ kind: 'Email', text: '' }])
})

longTest('Call next lists visitors who are not clients yet, contacted as they agreed, and adds them', async () => {
  const agent = await anAgentAtWork()
  await saved(agent.device, 'listing', 1)
  await saved(agent.device, 'open_house', 1, { date: addDays(today, -1) })
  const at = new Date().toISOString()
  await saved(agent.device, 'open_house_visit', 1, {
    name: 'Ruth Linden',
    client_email: 'ruth@mailbox.example',
    signed_in_at: at,
    consents: [{ kind: 'email', wording_version: 'email-1-en', wording: 'You may email me', given_at: at }],
  })
  await openScreens(agent, '/dashboard')
  const next = section('Call next')
  await expect.element(next).toHaveTextContent(/Ruth Linden.*Came to the open house at .* yesterday/)
  await expect.element(next.getByRole('link', { name: 'Email Ruth Linden' })).toBeVisible()
  await expect.element(next.getByRole('link', { name: 'Call Ruth Linden' })).not.toBeInTheDocument()
  await next.getByRole('button', { name: 'Add as Client Ruth Linden' }).click()
  await expect.element(next.getByRole('link', { name: 'Ruth Linden', exact: true })).toBeVisible()
  await expect.element(next.getByRole('button', { name: /^Add as Client/ })).not.toBeInTheDocument()
})

longTest('a visitor who became a client remains one in Call next when the email is corrected', async () => {
  const agent = await anAgentAtWork()
  await saved(agent.device, 'listing', 1)
  await saved(agent.device, 'client', 1, { ...ada, email: 'ada@mailbx.example' })
  await saved(agent.device, 'open_house', 1, { date: addDays(today, -1) })
  await saved(agent.device, 'open_house_visit', 1, { client_email: 'ADA@mailbx.example', signed_in_at: null })
  const { go } = await openScreens(agent, '/clients/edit/1')
  await page.getByLabelText('Email').fill('ada@mailbox.example')
  await button('Update Client').click()
  await expect.poll(() => agent.device.database.clients.toArray()).toMatchObject([{ email: 'ada@mailbox.example' }])
  go('/dashboard')
  await expect.element(section('Call next')).toHaveTextContent(/Ada Park.*Came to the open house/)
  await expect.element(button(/^Add as Client/)).not.toBeInTheDocument()
})

longTest('a visitor in Call next is postponed, returns on that day, and can be completed', async () => {
  const agent = await anAgentAtWork()
  await saved(agent.device, 'listing', 1)
  await saved(agent.device, 'open_house', 1, { date: addDays(today, -1) })
  await saved(agent.device, 'open_house', 2, { date: addDays(today, -90) })
  const visitor = { signed_in_at: null, open_house: 2, open_house_key: '2' }
  await saved(agent.device, 'open_house_visit', 1, {
    name: 'Ruth Linden',
    client_email: 'r@mailbox.example',
    signed_in_at: null,
  })
  await saved(agent.device, 'open_house_visit', 2, {
    ...visitor,
    name: 'Sam Post',
    client_email: 's@mailbox.example',
    follow_up: today,
  })
  await openScreens(agent, '/dashboard')
  const next = section('Call next')
  await expect.element(next).toHaveTextContent(/Ruth Linden.*Sam Post.*Came to the open house/)
  await button('Later: Ruth Linden').click()
  await button('Next week').click()
  await expect.element(next).not.toHaveTextContent('Ruth Linden')
  await button('Done: Sam Post').click()
  await expect.element(next).not.toBeInTheDocument()
  const kept = async () => (await agent.device.database.open_house_visits.toArray()).map(({ follow_up }) => follow_up)
  expect(await kept()).toEqual([addDays(today, 7), 'done'])
  await button('Undo').last().click()
  await expect.element(next).toHaveTextContent('Sam Post')
})

longTest('a double tap on Add as Client does not add the visitor who moves up', async () => {
  const agent = await anAgentAtWork()
  await saved(agent.device, 'listing', 1)
  await saved(agent.device, 'open_house', 1, { date: addDays(today, -1) })
  for (const [at, name] of ['Ruth Linden', 'Sam Post'].entries()) {
    await saved(agent.device, 'open_house_visit', at + 1, {
      name,
      client_email: `v${at}@mailbox.example`,
      signed_in_at: null,
    })
  }
  await openScreens(agent, '/dashboard')
  const next = section('Call next')
  const add = (name: string) => next.getByRole('button', { name: `Add as Client ${name}` })
  await expect.element(add('Ruth Linden')).toBeVisible()
  const first = tap(add('Ruth Linden'))
  await expect.element(add('Ruth Linden')).not.toBeInTheDocument()
  tapAgain(add('Sam Post'), first)
  await expect.element(page.getByText('Ruth Linden has been added successfully.').first()).toBeVisible()
  expect(await agent.device.database.clients.count()).toBe(1)
})

longTest('Call next is hidden during a search, and empty if all clients were contacted', async () => {
  const agent = await anAgentAtWork()
  await saved(agent.device, 'client', 1, { ...ada, created_at: '2025-01-01T09:00:00.000Z' })
  await openScreens(agent, '/clients')
  await expect.element(section('Call next')).toBeVisible()
  await userEvent.type(page.getByRole('searchbox', { name: 'Search clients' }), 'Ada')
  await expect.element(section('Call next')).not.toBeInTheDocument()
})

test('a plain server stores no interactions and follow-ups, and the page says so', async () => {
  const agent = await anAgentWithAda()
  useConnection.setState({ serverKind: 'plain' })
  await openScreens(agent, '/clients/1')
  const kept = (what: string) => `Your office’s server does not keep ${what}. They stay on this device.`
  await expect.element(section('History').getByText(kept('calls and notes'))).toBeVisible()
  await expect.element(section('Follow-ups').getByText(kept('follow-ups'))).toBeVisible()
})
