import { beforeEach, expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { useUpdate } from '#state/update.ts'
import { StorageError } from '#storage/database/storage-error.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { holdTable } from '#tests/support/hold-table.ts'
import { longTest } from '#tests/support/long-test.ts'
import { saved } from '#tests/support/saved-rows.ts'
import {
  aTour,
  aTourToRate,
  button,
  clockAt,
  open,
  operations,
  region,
  someListings,
  today,
  tomorrow,
} from '#tests/support/tour-screens.ts'
import { anAgentAtWork } from '#tests/support/workspace-screens.tsx'
import { texts } from '#tests/support/texts.ts'

beforeEach(() => page.viewport(1280, 900))

/** A key between two presses keeps them from counting as a double tap. */
const takeTime = () => userEvent.keyboard('{Shift}')

longTest('the next stop is scrolled into view when it changes', async () => {
  await page.viewport(390, 667)
  clockAt('08:40')
  const agent = await anAgentAtWork()
  await someListings(agent.device)
  await aTour(agent.device, 1, { tour_date: today, status: 'in_progress' })
  await open(agent, '/tours/1/run')
  await button('I’m here').click()
  await expect.element(region('This stop')).toBeVisible()
  scrollTo(0, document.documentElement.scrollHeight)
  await takeTime()
  await button('I’m leaving').click()
  await expect.element(region('Next stop')).toBeVisible()
  await expect.poll(() => region('Next stop').element().getBoundingClientRect().top).toBeGreaterThan(0)
})

longTest('a tour is run with one hand: here, late, leaving, skip, undo, rating, end; every tap is saved', async () => {
  await page.viewport(390, 844)
  clockAt('08:40')
  const agent = await anAgentAtWork()
  await someListings(agent.device)
  await aTour(agent.device, 1, { tour_date: today })
  await open(agent, '/tours/1/run')
  await button('Start Tour').click()
  await expect.element(region('Next stop')).toHaveTextContent(/arrive 9:00 AM\s*9 Elm St/)
  await button('10 minutes late').click()
  await expect.element(page.getByText('Stop 1 at 9:10 AM', { exact: false })).toBeVisible()
  expect(await operations(agent.device)).toHaveLength(1)
  const bar = button('I’m here').element().getBoundingClientRect()
  await expect.poll(() => button('Apply').element().getBoundingClientRect().bottom).toBeLessThanOrEqual(bar.top)
  await button('Apply').click()
  expect(document.activeElement?.closest('section, [role=region]')?.textContent).toContain('Running late')
  await expect.element(region('Next stop')).toHaveTextContent('arrive 9:10 AM')
  await button('I’m here').click()
  await expect.element(region('This stop')).toHaveTextContent('Here since')
  await button('Undo “I’m here”').dblClick()
  await expect.element(region('Next stop')).toHaveTextContent('9 Elm St')
  await takeTime()
  await button('I’m here').click()
  await takeTime()
  await button('I’m leaving').click()
  await expect.element(region('Next stop')).toHaveTextContent('21 Oak Way')
  await takeTime()
  await button('Skip').dblClick()
  await expect.element(region('Next stop')).toHaveTextContent('305 Pine Rd')
  await takeTime()
  await button('I’m here').click()
  await takeTime()
  await button('I’m leaving').click()
  await expect.element(page.getByRole('heading', { name: 'How did the buyer like the homes?' })).toBeVisible()
  const elm = page.getByRole('article', { name: '9 Elm St' })
  await elm.getByRole('button', { name: '4 of 5' }).dblClick()
  const said = region('What the buyer said')
  // The first words are saved even if the tablet breaks a moment later.
  await elm.getByLabelText('Note').fill('Loved')
  await expect.element(said).toHaveTextContent(/9 Elm St\s*4 of 5\s*Loved/)
  await elm.getByLabelText('Note').fill('Loved the garden')
  await userEvent.tab()
  await expect.element(said).toHaveTextContent(/9 Elm St\s*4 of 5\s*Loved the garden/)
  await expect.element(said).toHaveTextContent('Skipped: 21 Oak Way')
  // Scrolled to the top, since axe would flag a link half under the bar.
  window.scrollTo(0, 0)
  expect(await axeFindings()).toEqual([])
  await button('Mark as Completed').click()
  await expect.poll(async () => (await agent.device.database.tours.get('1'))?.status).toBe('completed')
  const kept = await operations(agent.device)
  expect(kept.every(({ kind }) => kind === 'update')).toBe(true)
  expect(kept).toHaveLength(13)
  const kinds = (await agent.device.database.tours.get('1'))?.steps?.map(({ kind }) => kind)
  expect(kinds).toEqual([
    'late',
    'arrived',
    'undone',
    'arrived',
    'left',
    'skipped',
    'arrived',
    'left',
    'rated',
    'rated',
    'rated',
  ])
})

longTest('Running late names the own showing it delays, before it is reported and in the route', async () => {
  clockAt('08:40')
  const agent = await anAgentAtWork()
  await someListings(agent.device)
  await saved(agent.device, 'client', 3, { first_name: 'Hugo', last_name: 'Abernathy', email: 'jo@mailbox.example' })
  await aTour(agent.device, 1, {
    tour_date: today,
    status: 'in_progress',
    client_email: 'jo@mailbox.example',
    lunch: { start_time: '09:45:00', end_time: '09:55:00' },
  })
  await saved(agent.device, 'showing', 5, { showing_date: today, start_time: '09:57:00', end_time: '09:58:00' })
  await open(agent, '/tours/1/run')
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent(/Hugo Abernathy · today 9:00 AM\s*· Tour #1/)
  await button('10 minutes late').click()
  const late = region('Running late')
  await expect.element(late).toHaveTextContent(/lunch at 9:55 AM, .*\. 8 min late for Showing at 9 Elm St, 9:57 AM\./)
  await button('Apply').click()
  await expect.element(page.getByRole('link', { name: 'Email Hugo' })).toBeVisible()
  await expect
    .element(page.getByRole('complementary', { name: 'The tour' }))
    .toHaveTextContent(/Your other plans · until 9:58 AM · 8 min late/)
  // After the arrival there is no delay to report, unless the arrival was a mistake.
  await button('I’m here').click()
  await expect.element(region('This stop')).toBeVisible()
  expect(page.getByRole('link', { name: 'Email Hugo' }).query()).toBeNull()
})

longTest('without a report the page still shows times from now on', async () => {
  clockAt('09:20')
  const agent = await anAgentAtWork()
  await aTour(agent.device, 1, { tour_date: today, status: 'in_progress' })
  await open(agent, '/tours/1/run')
  await expect.element(region('Next stop')).toHaveTextContent('arrive 9:20 AM')
  await button('10 minutes late').click()
  await expect.element(page.getByText('Stop 1 at 9:30 AM, stop 2 at 10:27 AM, stop 3 at 11:24 AM.')).toBeVisible()
  await button('Apply').click()
  await expect.element(region('Next stop')).toHaveTextContent('arrive 9:30 AM')
  await button('I’m here').click()
  await expect.element(region('This stop')).toHaveTextContent('Leave at about 10:05 AM')
  clockAt('10:15')
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.element(region('This stop')).toHaveTextContent('Leave at about 10:15 AM')
  await takeTime()
  await button('I’m leaving').click()
  await expect.element(region('Next stop')).toHaveTextContent('On the way')
})

longTest('the client of a tour is known by email: called, texted, and told about a delay, in two taps', async () => {
  await page.viewport(390, 844)
  clockAt('08:40')
  const agent = await anAgentAtWork()
  await someListings(agent.device)
  const home = { address: '9 Elm St', bedrooms: 4, bathrooms: 2 }
  await saved(agent.device, 'listing', 1, { listing_price: 300_000, property: home })
  await aTour(agent.device, 1, { tour_date: today, status: 'in_progress', client_email: ' Hugo@Mailbox.example' })
  await open(agent, '/tours/1/run')
  await button('10 minutes late').click()
  const mail = page.getByRole('link', { name: 'Apply and Email the Client' })
  await expect.element(mail).toHaveAttribute('href', expect.stringMatching(/^mailto:Hugo@Mailbox.example\?subject=/))
  await saved(agent.device, 'client', 3, {
    first_name: 'Hugo',
    last_name: 'Abernathy',
    email: 'hugo@mailbox.example',
    phone_number: '(503) 555-0118',
  })
  await expect
    .element(page.getByRole('link', { name: 'Hugo Abernathy', exact: true }))
    .toHaveAttribute('href', '/clients/3')
  await expect
    .element(page.getByRole('link', { name: 'Call Hugo Abernathy' }))
    .toHaveAttribute('href', 'tel:5035550118')
  await expect
    .element(page.getByRole('link', { name: 'Text Hugo Abernathy' }))
    .toHaveAttribute('href', 'sms:5035550118')
  const text = page.getByRole('link', { name: 'Apply and Text Hugo' })
  const body = 'Hi Hugo, I’m running about 10 minutes late. I’ll be at 9 Elm St at about 9:10 AM.\n\nAnn Lee'
  await expect.element(text).toHaveAttribute('href', `sms:5035550118?body=${encodeURIComponent(body)}`)
  await button('Apply').click()
  await expect.element(region('Next stop')).toHaveTextContent('arrive 9:10 AM')
  await expect
    .element(page.getByRole('link', { name: 'Text Hugo', exact: true }))
    .toHaveAttribute('href', `sms:5035550118?body=${encodeURIComponent(body)}`)
  await expect.element(region('Next stop')).toHaveTextContent('$300,000 · 4 beds · 2 baths')
  await expect
    .element(region('Next stop').getByRole('link'))
    .toHaveAttribute('href', expect.stringContaining('9%20Elm%20St%2C%20Carmichael%2C%20CA%2095608'))
  window.scrollTo(0, 0)
  expect(await axeFindings()).toEqual([])
})

longTest('a text about a delay disappears when the tap it describes is undone', async () => {
  clockAt('08:40')
  const agent = await anAgentAtWork()
  await someListings(agent.device)
  await aTour(agent.device, 1, { tour_date: today, status: 'in_progress' })
  await open(agent, '/tours/1/run')
  const offer = page.getByRole('link', { name: 'Email the Client' })
  const apply = async (minutes: number, arrival: string) => {
    await takeTime()
    await button(`${minutes} minutes late`).click()
    await button('Apply').click()
    await expect.element(region('Next stop')).toHaveTextContent(`arrive ${arrival}`)
    await expect.element(offer).toBeVisible()
  }
  await apply(10, '9:10 AM')
  await apply(5, '9:15 AM')
  await expect.element(region('Running late')).toHaveTextContent('at about 9:15 AM')
  await takeTime()
  await button('Undo running late').click()
  await expect.element(region('Next stop')).toHaveTextContent('arrive 9:10 AM')
  expect(offer.query()).toBeNull()
})

longTest('one press starts a tour, and a tour of a later day asks first', async () => {
  clockAt('08:40')
  const agent = await anAgentAtWork()
  await aTour(agent.device, 1, { tour_date: today })
  await aTour(agent.device, 2, { tour_date: tomorrow })
  const opened = await open(agent, '/tours/1')
  await expect.element(button('Start Tour')).toBeVisible()
  const loudest = button('Start Tour').element().className
  await button('Start Tour').click()
  await expect.poll(() => opened.address()).toBe('/tours/1/run')
  await expect.element(button('I’m here')).toBeVisible()
  opened.go('/tours/2')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Tour #2' })).toBeVisible()
  await expect.element(button('Start Tour')).toBeVisible()
  await expect.element(button('Start Tour')).not.toHaveAttribute('class', loudest)
  await button('Start Tour').click()
  await expect.element(page.getByRole('alertdialog', { name: 'Start this tour now?' })).toBeVisible()
  await button('Cancel').click()
  expect((await agent.device.database.tours.get('2'))?.status).toBe('scheduled')
})

longTest.each([
  ['completed', 'This tour is completed.'],
  ['cancelled', 'This tour was cancelled.'],
])('a tour that is %s is summarized and cannot be run', async (status, words) => {
  clockAt('10:10')
  const agent = await anAgentAtWork()
  await aTour(agent.device, 1, { tour_date: today, status })
  await open(agent, '/tours/1/run')
  await expect.element(page.getByText(words, { exact: false })).toBeVisible()
  await expect.element(page.getByText('No visits were recorded.', { exact: false })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Open Tour' })).toHaveAttribute('href', '/tours/1')
  await expect.element(page.getByRole('heading', { name: 'The route' })).toBeVisible()
  expect(region('Next stop').query()).toBeNull()
  expect(button('Start Tour').query()).toBeNull()
})

longTest('a home where the agent still was when the tour was completed counts as visited', async () => {
  clockAt('12:10')
  const agent = await anAgentAtWork()
  await someListings(agent.device)
  const blank = { minutes: null, rating: null, note: '', undoes: null }
  const steps = [
    { ...blank, id: '1', stop_id: '1', kind: 'skipped' as const, at: '09:00:00' },
    { ...blank, id: '2', stop_id: '2', kind: 'skipped' as const, at: '10:00:00' },
    { ...blank, id: '3', stop_id: '3', kind: 'arrived' as const, at: '11:00:00' },
  ]
  await aTour(agent.device, 1, { tour_date: today, status: 'completed', steps })
  await open(agent, '/tours/1/run')
  await expect.element(page.getByText('Visited 1 of 3 homes.', { exact: false })).toBeVisible()
  await expect.element(page.getByRole('article', { name: '305 Pine Rd' })).toBeVisible()
  await expect.element(region('What the buyer said')).toHaveTextContent(/305 Pine Rd\s*–\s*–\s*from 11:00 AM/)
})

longTest('after a late start, passed events are under Earlier', async () => {
  clockAt('10:50')
  const agent = await anAgentAtWork()
  await someListings(agent.device)
  await aTour(agent.device, 1, { tour_date: today })
  await saved(agent.device, 'showing', 5, { showing_date: today, start_time: '09:50:00', end_time: '09:58:00' })
  await saved(agent.device, 'showing', 6, { showing_date: today, start_time: '11:20:00', end_time: '12:00:00' })
  await open(agent, '/tours/1/run')
  await expect.element(page.getByRole('heading', { name: 'Earlier' })).toBeVisible()
  const day = page.getByRole('complementary', { name: 'The tour' })
  const titles = () => texts(day.getByRole('heading'))
  expect(titles()).toEqual([
    'The route',
    '9 Elm St',
    'Showing at 9 Elm St',
    '21 Oak Way',
    '305 Pine Rd',
    'Earlier',
    'Showing at 9 Elm St',
  ])
})

longTest('an own showing between the stops asks for its outcome in two taps, once it has begun', async () => {
  await page.viewport(390, 844)
  clockAt('09:35')
  const agent = await anAgentAtWork()
  await someListings(agent.device)
  await aTour(agent.device, 1, { tour_date: today, status: 'in_progress' })
  const at = (start_time: string, end_time: string) => ({ showing_date: today, start_time, end_time })
  await saved(agent.device, 'showing', 5, { listing: 3, listing_key: '3', ...at('09:30:00', '09:40:00') })
  await saved(agent.device, 'showing', 6, { listing: 2, listing_key: '2', ...at('10:50:00', '11:00:00') })
  const opened = await open(agent, '/tours/1/run')
  const asked = region('Your showing')
  await expect.element(asked).toHaveTextContent(/9:30 AM · 305 Pine Rd/)
  await asked.getByRole('button', { name: /^Held/ }).click()
  await asked.getByRole('button', { name: '4 of 5' }).click()
  await expect.element(asked).toHaveTextContent('Held · interest 4 of 5')
  const row = await agent.device.database.showings.get('5')
  expect(row).toMatchObject({ status: 'Held', interest: 4 })
  expect(asked.element().textContent).not.toContain('visitor5@mailbox.example')
  await expect
    .element(page.getByRole('link', { name: 'Directions to Showing at 305 Pine Rd' }))
    .toHaveAttribute('href', expect.stringContaining('destination=305%20Pine%20Rd'))
  expect(await axeFindings()).toEqual([])
  // A showing without an outcome to add is not asked about again, even when the page is opened again.
  await asked.getByRole('button', { name: /^Nothing to Add/ }).click()
  await expect.element(asked).not.toBeInTheDocument()
  opened.go('/tours/1')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Tour #1' })).toBeVisible()
  opened.back()
  await expect.element(button('I’m here')).toBeVisible()
  expect(asked.query()).toBeNull()
})

longTest('the time to leave is the same as on Today, even from an own visit between two stops', async () => {
  clockAt('09:10')
  const agent = await anAgentAtWork()
  await someListings(agent.device)
  await aTour(agent.device, 1, { tour_date: today, status: 'in_progress' })
  await saved(agent.device, 'showing', 5, {
    listing: 3,
    listing_key: '3',
    showing_date: today,
    start_time: '09:30:00',
    end_time: '09:40:00',
  })
  const opened = await open(agent, '/tours/1/run')
  await button('I’m here').click()
  await takeTime()
  await button('I’m leaving').click()
  const leave = page.getByText(/^Leave by/)
  await expect.element(leave).toBeVisible()
  const said = leave.element().textContent
  opened.go('/today')
  await expect.element(page.getByRole('region', { name: 'Next' })).toHaveTextContent(said)
})

longTest('a form of a stop stays open when the server confirms its home in the meantime', async () => {
  clockAt('08:40')
  const agent = await anAgentAtWork()
  const { database } = agent.device
  await someListings(agent.device)
  await aTour(agent.device, 1, { tour_date: today, status: 'in_progress' })
  const nameHome = async (id: number | undefined, city: string) => {
    const tables = [database.listings, database.tours, database.aliases]
    await database.transaction('rw', tables, async () => {
      const elm = await database.listings.filter(({ property }) => property.address === '9 Elm St').first()
      await database.listings.delete(elm!.key)
      const property = { ...elm!.property, city }
      await database.listings.put({ ...elm!, property, key: 'local-elm', id } as never)
      if (id !== undefined) await database.aliases.put({ entity: 'listing', id, key: 'local-elm' })
      await database.tours.update('1', { 'stops.0.listing_id': id ?? 'local-elm' })
    })
  }
  await nameHome(undefined, 'Carmichael')
  await open(agent, '/tours/1/run')
  await button('Edit home 9 Elm St').first().click()
  const zip = page.getByLabelText('ZIP Code')
  await zip.fill('95608')
  const field = zip.element()

  await nameHome(1, 'Newtown')
  // Behind the form, elements have no role.
  await expect.poll(() => document.querySelector('[aria-label="Next stop"]')?.textContent).toContain('Newtown')
  expect(field.isConnected).toBe(true)
  await expect.element(zip).toHaveValue('95608')
})

longTest('a note that could not be saved on the device is saved at the next chance', async () => {
  const agent = await aTourToRate()
  const { transact } = agent.device.replica
  let isFull = true
  const full: typeof transact = (mode, work) =>
    isFull && mode === 'write' ? Promise.reject(new StorageError('full')) : transact(mode, work)
  Object.assign(agent.device.replica, { transact: full })
  const note = page.getByRole('article', { name: '9 Elm St' }).getByLabelText('Note')
  await note.fill('Loved the garden')
  await userEvent.tab()
  await expect.element(page.getByText('Failed to update tour.')).toBeVisible()
  isFull = false
  await note.click()
  await userEvent.tab()
  await expect
    .poll(async () => (await agent.device.database.tours.get('1'))?.steps?.at(-1)?.note)
    .toBe('Loved the garden')
})

longTest('a rating keeps the note that another device wrote in the meantime, and shows it', async () => {
  const agent = await aTourToRate()
  const elm = page.getByRole('article', { name: '9 Elm St' })
  await expect.element(elm.getByLabelText('Note')).toHaveValue('')
  const steps = (await agent.device.database.tours.get('1'))?.steps ?? []
  const there = { ...steps[0]!, id: 'elsewhere', kind: 'rated', note: 'Loved the garden' } as const
  await agent.device.database.tours.update('1', { steps: [...steps, there] })
  await elm.getByRole('button', { name: '5 of 5' }).click()
  const last = async () => (await agent.device.database.tours.get('1'))?.steps?.at(-1)
  await expect.poll(last).toMatchObject({ rating: 5, note: 'Loved the garden' })
  await expect.element(elm.getByLabelText('Note')).toHaveValue('Loved the garden')
  await elm.getByLabelText('Note').fill('Loved the pool')
  await userEvent.tab()
  await expect.poll(last).toMatchObject({ rating: 5, note: 'Loved the pool' })
})

longTest('a note undone while it is being saved is undone', async () => {
  const { device } = await aTourToRate()
  const note = page.getByRole('article', { name: '9 Elm St' }).getByLabelText('Note')
  await note.fill('Loved the garden')
  const write = holdTable(device.database.tours)
  await userEvent.tab()
  await note.fill('')
  await userEvent.tab()
  await write()
  const last = async () => (await device.database.tours.get('1'))?.steps?.at(-1)
  await expect.poll(last).toMatchObject({ kind: 'rated', note: '' })
})

longTest('a note that gets too long while it is being saved stays as saved', async () => {
  const { device } = await aTourToRate()
  const elm = page.getByRole('article', { name: '9 Elm St' })
  await elm.getByLabelText('Note').fill('Loved the garden')
  const write = holdTable(device.database.tours)
  await userEvent.tab()
  await elm.getByLabelText('Note').fill('long '.repeat(401))
  await userEvent.tab()
  await elm.getByRole('button', { name: '5 of 5' }).click()
  await write()
  const last = async () => (await device.database.tours.get('1'))?.steps?.at(-1)
  await expect.poll(last).toMatchObject({ rating: 5, note: 'Loved the garden' })
})

longTest('a note that is too long says so, and the saved one stays', async () => {
  const agent = await aTourToRate()
  const elm = page.getByRole('article', { name: '9 Elm St' })
  const note = elm.getByLabelText('Note')
  const last = async () => (await agent.device.database.tours.get('1'))?.steps?.at(-1)
  await note.fill('Loved the garden')
  await userEvent.tab()
  await expect.poll(last).toMatchObject({ note: 'Loved the garden' })
  await note.fill('long '.repeat(401))
  await expect.element(note).toHaveAccessibleDescription('Note must be at most 2,000 characters.')
  await elm.getByRole('button', { name: '5 of 5' }).click()
  await expect.poll(last).toMatchObject({ rating: 5, note: 'Loved the garden' })
})

longTest('a note that is too long is restored after leaving the page, and an update waits for it', async () => {
  const { device, go } = await aTourToRate()
  const long = 'long '.repeat(401)
  const note = page.getByRole('article', { name: '9 Elm St' }).getByLabelText('Note')
  const dirtyForms = () => useUpdate.getState().dirtyForms
  const leaveAndComeBack = async () => {
    go('/tours/1')
    await expect.poll(dirtyForms).toBe(0)
    go('/tours/1/run')
  }
  await note.fill(long)
  await expect.element(page.getByRole('alert')).toHaveTextContent('Note must be at most 2,000 characters.')
  expect(dirtyForms()).toBe(1)
  await leaveAndComeBack()
  await expect.element(note).toHaveValue(long)
  await expect.poll(dirtyForms).toBe(1)
  await note.fill('Short enough')
  await userEvent.tab()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await expect.poll(async () => (await device.database.tours.get('1'))?.steps?.at(-1)?.note).toBe('Short enough')
  await leaveAndComeBack()
  await expect.element(note).toHaveValue('Short enough')
})
