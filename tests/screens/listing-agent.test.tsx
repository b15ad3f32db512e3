import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Device } from '#storage/device/device.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { longTest } from '#tests/support/long-test.ts'
import { saved } from '#tests/support/saved-rows.ts'
import { aTour, button, clockAt, open, operations, region, someListings, today } from '#tests/support/tour-screens.ts'
import { anAgentAtWork } from '#tests/support/workspace-screens.tsx'
import { texts } from '#tests/support/texts.ts'

beforeEach(() => page.viewport(390, 844))

const unknown = { name: '', phone: '', email: '', brokerage: '', mls_number: '', link: '' }
const dana = { ...unknown, name: 'Dana Wu', phone: '(503) 555-0142', brokerage: 'Cascade Realty' }
const link = (name: string | RegExp) => page.getByRole('link', { name, exact: true })
/** A key between two presses keeps them from counting as a double tap. */
const takeTime = () => userEvent.keyboard('{Shift}')

async function homesToShow(device: Device): Promise<void> {
  await someListings(device)
  const changes = { listed_by: dana, listing_price: 0, description: '' }
  for (const key of ['2', '3']) await device.database.listings.update(key, changes)
}

async function onTheWay() {
  clockAt('08:40')
  const agent = await anAgentAtWork()
  await homesToShow(agent.device)
  const client = {
    first_name: 'Hugo',
    last_name: 'Abernathy',
    email: 'hugo@mailbox.example',
    phone_number: '5035550118',
  }
  await saved(agent.device, 'client', 3, client)
  const tour = { tour_date: today, status: 'in_progress', client_email: client.email }
  await aTour(agent.device, 1, tour)
  return agent
}

const smsWith = (words: string) => `sms:5035550142?body=${encodeURIComponent(words)}`

longTest('the tour picker has the homes to show, with their brokers and no unknown price', async () => {
  const agent = await anAgentAtWork()
  await homesToShow(agent.device)
  await agent.device.database.listings.update('3', { listed_by: unknown })
  await open(agent, '/tours/new')
  const picker = region('Available listings')
  await expect.element(picker).toHaveTextContent(/21 Oak Way.*Listed by Dana Wu/)
  await expect.element(picker).toHaveTextContent(/305 Pine Rd.*Listed by another broker/)
  expect(texts(picker.getByRole('listitem')).filter((said) => said.includes('Listed by'))).toHaveLength(2)
  expect(picker.element().textContent).not.toMatch(/\$0/)
  await picker.getByRole('button', { name: 'Add 21 Oak Way' }).click()
  await expect.element(region('Selected listings')).toHaveTextContent(/21 Oak Way.*Listed by Dana Wu/)
})

longTest('the listing agent can be called from the stop, beside the client, if there is a phone or email', async () => {
  const agent = await onTheWay()
  await agent.device.database.listings.update('3', { listed_by: { ...dana, phone: '' } })
  const { go } = await open(agent, '/tours/1')
  await expect.element(link('Call Dana Wu, listing agent')).toHaveAttribute('href', 'tel:5035550142')
  await expect.element(link('Text Dana Wu, listing agent')).toHaveAttribute('href', 'sms:5035550142')
  await expect.element(link('Call Hugo Abernathy')).toBeVisible()
  await expect.element(page.getByText('Listing agent Dana Wu, Cascade Realty')).toBeVisible()
  await expect.element(page.getByText('Email', { exact: true })).not.toBeInTheDocument()
  await agent.device.database.listings.update('2', { listed_by: { ...dana, email: 'dana@cascade.example' } })
  go('/tours/1/run')
  await button('Skip').click()
  await expect.element(region('Next stop')).toHaveTextContent(/21 Oak Way.*Listing agent Dana Wu, Cascade Realty/)
  const email = region('Next stop').getByRole('link', { name: 'Email Dana Wu, listing agent' })
  await expect.element(email).toHaveAttribute('href', 'mailto:dana@cascade.example')
  window.scrollTo(0, 0)
  expect(await axeFindings()).toEqual([])
})

longTest(
  'Running late offers one text to the listing agent, about the moved homes and without the client',
  async () => {
    const agent = await onTheWay()
    await open(agent, '/tours/1/run')
    await button('10 minutes late').click()
    await button('Apply').click()
    await expect.element(link('Text Hugo')).toBeVisible()
    const words =
      'Hi Dana Wu, I’m running about 10 minutes late. I’ll be at 21 Oak Way at about 10:07 AM and 305 Pine Rd at about 11:04 AM.\n\nAnn Lee'
    const late = region('Running late')
    const text = late.getByRole('link', { name: 'Text Dana Wu, listing agent' })
    await expect.element(text).toHaveAttribute('href', smsWith(words))
    await expect.element(late).toHaveTextContent('I’ll be at 21 Oak Way')
    expect(JSON.stringify(await operations(agent.device))).not.toMatch(/Dana|Cascade|555-?0142/)
    text.element().addEventListener('click', (event) => event.preventDefault())
    await text.click()
    await expect.element(text).not.toBeInTheDocument()
    await expect.element(link('Text Hugo')).toBeVisible()
  },
)

test('Skip offers a text to that home’s listing agent, until the next step or Undo', async () => {
  const agent = await onTheWay()
  await open(agent, '/tours/1/run')
  await button('Skip').click()
  await expect.element(region('Next stop')).toHaveTextContent('21 Oak Way')
  await expect.element(page.getByText('I can’t make it', { exact: false })).not.toBeInTheDocument()
  for (const [address, time] of [
    ['21 Oak Way', '10:00 AM'],
    ['305 Pine Rd', '11:00 AM'],
  ]) {
    await takeTime()
    await button('Skip').click()
    const words = `Hi Dana Wu, I can’t make it to ${address} at ${time}. I’m sorry for the change.`
    await expect.element(page.getByText(words, { exact: false })).toBeVisible()
    const hrefs = () =>
      link('Text Dana Wu, listing agent')
        .elements()
        .map((one) => one.getAttribute('href'))
    expect(hrefs()).toContain(smsWith(`${words}\n\nAnn Lee`))
  }
  await takeTime()
  await button('Undo the last step').click()
  await expect.element(region('Next stop')).toHaveTextContent('305 Pine Rd')
  await expect.element(page.getByText('I can’t make it to 305', { exact: false })).not.toBeInTheDocument()
})

longTest('cancelling a tour offers the text to its listing agents beside Undo', async () => {
  const agent = await onTheWay()
  await open(agent, '/tours/1')
  await button('Cancel Tour').click()
  const toast = page.getByRole('status').filter({ hasText: 'Tour Cancelled' })
  const text = toast.getByRole('link', { name: 'Text Dana Wu, listing agent' })
  await expect.element(text).toHaveAttribute('href', expect.stringContaining(encodeURIComponent('I have to cancel')))
  const href = decodeURIComponent(text.element().getAttribute('href') ?? '')
  expect(href).toMatch(/my showings on .*: 21 Oak Way at 10:00 AM and 305 Pine Rd at 11:00 AM\.\n\nAnn Lee$/)
  expect(href).not.toMatch(/Hugo|mailbox|9 Elm/)
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect.element(text).not.toBeInTheDocument()
})

longTest('a showing of a home to show has its listing agent on Today, and Cancelled offers the text', async () => {
  const agent = await onTheWay()
  await agent.device.database.tours.clear()
  const times = { showing_date: today, start_time: '08:30:00', end_time: '09:10:00' }
  await saved(agent.device, 'showing', 5, { ...times, listing: 2, listing_key: '2' })
  const { go } = await open(agent, '/today')
  const now = region('Now')
  await expect.element(now.getByRole('link', { name: 'Call Dana Wu, listing agent' })).toBeVisible()
  expect(await axeFindings()).toEqual([])
  await now.getByRole('button', { name: 'Cancelled' }).click()
  const text = page.getByRole('status').getByRole('link', { name: 'Text Dana Wu, listing agent' })
  await expect.element(text).toHaveAttribute('href', expect.stringContaining('21%20Oak%20Way%20at%208%3A30'))
  go('/listings/2')
  await expect.element(region('Listed by').getByRole('link', { name: 'Call Dana Wu, listing agent' })).toBeVisible()
})

longTest('the next stop of a tour has its listing agent on Today', async () => {
  const agent = await onTheWay()
  const step = { id: '1', stop_id: '1', minutes: null, rating: null, note: '', undoes: null }
  await agent.device.database.tours.update('1', { steps: [{ ...step, kind: 'left', at: '08:39:00' }] })
  await open(agent, '/today')
  await expect.element(region('Next')).toHaveTextContent(/21\s*Oak Way.*Listing agent Dana Wu, Cascade Realty/)
  expect(page.getByRole('link', { name: 'Call Dana Wu, listing agent' }).elements()).toHaveLength(1)
})

longTest('cancelling a showing of a home to show days ahead offers the text, too', async () => {
  const agent = await onTheWay()
  await saved(agent.device, 'showing', 5, { listing: 2, listing_key: '2' })
  await open(agent, '/listings/2')
  await region('Showings')
    .getByRole('button', { name: /^Scheduled/ })
    .click()
  const sheet = page.getByRole('dialog', { name: 'Showing outcome' })
  await sheet.getByRole('button', { name: 'Cancelled' }).click()
  await sheet.getByRole('button', { name: 'Save' }).click()
  const text = page.getByRole('status').getByRole('link', { name: 'Text Dana Wu, listing agent' })
  await expect.element(text).toHaveAttribute('href', expect.stringContaining('21%20Oak%20Way%20at%2010%3A45'))
})

longTest('deleting an upcoming tour or showing offers the text, deleting a past one does not', async () => {
  const agent = await onTheWay()
  await saved(agent.device, 'showing', 5, { listing: 2, listing_key: '2' })
  await saved(agent.device, 'showing', 6, { listing: 2, listing_key: '2', showing_date: '2026-01-05' })
  const { go } = await open(agent, '/listings/2')
  const text = page.getByRole('status').getByRole('link', { name: 'Text Dana Wu, listing agent' })
  const removeShowing = (name: RegExp) => region('Showings').getByRole('button', { name }).click()
  await removeShowing(/^Delete showing of .*Jan 5/)
  await expect.element(page.getByText('Showing Deleted')).toBeVisible()
  await expect.element(text).not.toBeInTheDocument()
  await removeShowing(/^Delete showing of/)
  await expect.element(text).toHaveAttribute('href', expect.stringContaining('21%20Oak%20Way%20at%2010%3A45'))
  await button(/^Dismiss/)
    .last()
    .click()
  go('/tours/1')
  await button('Delete').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect.element(text).toHaveAttribute('href', expect.stringContaining('21%20Oak%20Way%20at%2010%3A00'))
})

longTest('the outcome of a showing of a home to show is entered like any other', async () => {
  const agent = await onTheWay()
  const begun = { showing_date: today, start_time: '08:30:00', end_time: '08:50:00' }
  await saved(agent.device, 'showing', 5, { ...begun, listing: 2, listing_key: '2' })
  await open(agent, '/listings/2')
  await region('Showings').getByRole('button', { name: 'Held' }).click()
  await region('Showings').getByRole('button', { name: '4 of 5' }).click()
  await expect.element(region('Showings')).toHaveTextContent('Held · interest 4 of 5')
})

longTest('a home to show is rated at the end of the tour like any other, without an unknown price', async () => {
  const agent = await onTheWay()
  const steps = ['1', '2', '3'].map((stop_id) => {
    return {
      id: stop_id,
      stop_id,
      kind: 'left',
      at: '08:35:00',
      minutes: null,
      rating: null,
      note: '',
      undoes: null,
    } as const
  })
  await agent.device.database.tours.update('1', { steps })
  await open(agent, '/tours/1/run')
  const oak = page.getByRole('article', { name: '21 Oak Way' })
  await oak.getByRole('button', { name: '4 of 5' }).click()
  await oak.getByLabelText('Note').fill('Loved the porch')
  await userEvent.tab()
  await expect.element(region('What the buyer said')).toHaveTextContent(/21 Oak Way\s*4 of 5\s*Loved the porch/)
  expect(document.body.textContent).not.toContain('$0')
})

longTest('texts to the buyer name no listing agent', async () => {
  const agent = await onTheWay()
  const share = vi.fn<(data: ShareData) => Promise<void>>().mockResolvedValue()
  Object.defineProperty(navigator, 'share', { configurable: true, value: share })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'))
  await open(agent, '/tours/1')
  await expect.element(link('Call Dana Wu, listing agent').first()).toBeVisible()
  await button('Share').click()
  await expect.poll(() => share.mock.lastCall?.[0].text).toContain('21 Oak Way')
  expect(JSON.stringify(share.mock.lastCall)).not.toMatch(/Dana|Cascade|555-?0142/)
  const sheet = document.querySelector('[aria-label="Tour sheet"]')?.textContent
  expect(sheet).toContain('21 Oak Way')
  expect(sheet).not.toMatch(/Dana|Cascade|555-?0142/)
})
