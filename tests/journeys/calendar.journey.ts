import { expect, test, type Page } from './at-a-server.ts'
import ICAL from 'ical.js'
import { beginSignedIn, createListing, recordsOnServer, untilEverythingIsSent } from '../support/agent-at-work.ts'
import { findingsOnPage } from '../support/findings-on-page.ts'

const phone = { width: 390, height: 844 }
const desktop = { width: 1280, height: 900 }

test('an agent plans visits in a house without signal, and the office has each of them once', async ({
  page,
  context,
  server,
}) => {
  test.setTimeout(180_000)
  const { origin } = server
  await page.setViewportSize(phone)
  const complaints = complaintsOf(page)
  await beginSignedIn(page, origin, 'cal-phone')
  const address = await aListing(page, origin)
  await untilEverythingIsSent(page)
  const today = await localDate(page)

  await context.setOffline(true)
  await openListing(page, origin, address)
  await page.getByRole('button', { name: 'New Showing', exact: true }).click()
  const showing = page.getByRole('form', { name: 'New Showing' })
  await showing.getByLabel('Showing Date').fill(today)
  await showing.getByLabel('Start Time').fill('14:00')
  await showing.getByLabel('End Time').fill('14:30')
  await showing.getByLabel('Client Email').fill('jo@example.com')
  await showing.getByRole('button', { name: 'Create Showing' }).click()
  // The form closes and is empty when it is opened again.
  await expect(showing).toBeHidden()
  await expect(page.getByText('jo@example.com')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add Visitor', exact: true })).toBeDisabled()

  await page.getByRole('button', { name: 'New Open House', exact: true }).click()
  const openHouse = page.getByRole('form', { name: 'New Open House' })
  await openHouse.getByLabel('Date').fill(today)
  await openHouse.getByLabel('Start Time').fill('14:15')
  await openHouse.getByLabel('End Time').fill('16:00')
  await expect(openHouse.getByRole('status')).toContainText(`Overlaps with Showing at ${address}`)
  await openHouse.getByRole('button', { name: 'Create Open House' }).click()
  await expect(openHouse).toBeHidden()

  await page.getByRole('button', { name: 'Add Visitor', exact: true }).click()
  const visitor = page.getByRole('form', { name: 'Add Visitor' })
  await visitor.getByLabel('Open House').selectOption({ index: 1 })
  await visitor.getByLabel('Client Email').fill('visitor@example.com')
  await visitor.getByRole('button', { name: 'Save Visitor' }).click()
  await expect(visitor).toBeHidden()

  // The day, on the Dashboard and as Today, after a reload without a network.
  await page.goto(`${origin}/dashboard`)
  const calendar = page.getByRole('region', { name: 'Dashboard Calendar' })
  await calendar.getByRole('button', { name: 'New Appointment' }).click()
  const appointment = page.getByRole('form', { name: 'New Appointment' })
  await appointment.getByLabel('Title').fill('Notary')
  await appointment.getByLabel('Start Time').fill('17:00')
  await appointment.getByLabel('End Time').fill('17:30')
  await appointment.getByRole('button', { name: 'Create Appointment' }).click()
  await expect(calendar.getByRole('button', { name: /^Notary 5:00 PM/ })).toContainText('Waiting')
  await page.reload()
  await calendar.getByRole('button', { name: /^Notary 5:00 PM/ }).click()
  await page.getByRole('button', { name: 'Edit Appointment' }).click()
  const edited = page.getByRole('form', { name: 'Edit Appointment' })
  await edited.getByLabel('End Time').fill('18:00')
  await edited.getByRole('button', { name: 'Update Appointment' }).click()
  await expect(calendar.getByRole('button', { name: /^Notary 5:00 PM – 6:00 PM/ })).toBeVisible()
  await check(page, 'dashboard, phone')

  await page.goto(`${origin}/today?from=start`)
  await expect(page).toHaveURL(/\/today$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
  // What is on or next stands by itself, the rest in lists; which it is depends on the clock.
  const notary = page.getByRole('listitem').or(page.getByRole('region', { name: /^(Now|Next)$/ }))
  await expect(notary.filter({ hasText: 'Notary' })).toContainText('Waiting')
  await check(page, 'today, phone')

  await context.setOffline(false)
  await untilEverythingIsSent(page)
  const [{ id } = { id: 0 }] = await recordsOnServer(context, origin, 'listings/')
  expect(await recordsOnServer(context, origin, `listings/${Number(id)}/showings/`)).toMatchObject([
    { showing_date: today, start_time: '14:00:00', client_email: 'jo@example.com' },
  ])
  expect(await recordsOnServer(context, origin, `listings/${Number(id)}/open-houses/`)).toHaveLength(1)
  expect(await recordsOnServer(context, origin, `listings/${Number(id)}/open-house-visits/`)).toMatchObject([
    { client_email: 'visitor@example.com' },
  ])
  expect(await recordsOnServer(context, origin, 'scheduling/appointments/')).toMatchObject([
    { title: 'Notary', date: today, start_time: '17:00:00', end_time: '18:00:00' },
  ])

  // Deleted without a network, gone at the office afterwards.
  await context.setOffline(true)
  await page.goto(`${origin}/dashboard`)
  await calendar.getByRole('button', { name: /^Notary/ }).click()
  await page.getByRole('button', { name: 'Delete Appointment' }).click()
  await expect(calendar.getByRole('button', { name: /^Notary/ })).toBeHidden()
  await context.setOffline(false)
  await untilEverythingIsSent(page)
  expect(await recordsOnServer(context, origin, 'scheduling/appointments/')).toEqual([])
  expect(complaints).toEqual([])
})

test('at the desk a month is picked from, another program subscribes, and the week is on one sheet', async ({
  page,
  context,
  playwright,
  server,
}) => {
  test.setTimeout(180_000)
  const { origin } = server
  await page.setViewportSize(desktop)
  const complaints = complaintsOf(page)
  await beginSignedIn(page, origin, 'cal-desk')
  const address = await aListing(page, origin)
  await untilEverythingIsSent(page)
  const today = await localDate(page)
  const csrf = (await context.cookies()).find(({ name }) => name === 'csrftoken')?.value ?? ''
  const [{ id } = { id: 0 }] = await recordsOnServer(context, origin, 'listings/')
  const send = async (path: string, data: object) => {
    const answer = await context.request.post(`${origin}/api/${path}`, { headers: { 'X-CSRFToken': csrf }, data })
    expect(answer.ok(), path).toBe(true)
  }
  const times = { start_time: '10:00', end_time: '11:00' }
  const fifteenth = `${today.slice(0, 7)}-15`
  await send(`listings/${Number(id)}/open-houses/`, { date: fifteenth, ...times })
  await send(`listings/${Number(id)}/showings/`, { showing_date: today, ...times, client_email: 'jo@example.com' })
  await send(
    `listings/${Number(id)}/exposure/`,
    ['realtor', 'homes', 'zillow', 'redfin'].map((platform) => {
      return { platform, date: today, views: 40, likes: 4, saves: 2 }
    }),
  )

  // The month, in Schedule-X under the strict content security policy.
  await page.goto(`${origin}/today?from=start`)
  await expect(page).toHaveURL(/\/dashboard$/)
  const calendar = page.getByRole('region', { name: 'Dashboard Calendar' })
  await calendar.getByRole('button', { expanded: false }).first().click()
  const day = calendar.getByRole('button', { name: /\b15, \d{4}, [12] events?$/ })
  await expect(day).toBeVisible()
  await expect(calendar.getByText(address).first()).toBeVisible()
  await check(page, 'month, desktop')
  await day.focus()
  await page.keyboard.press('Enter')
  const openHouse = calendar.getByRole('button', { name: `Open house at ${address}` })
  await openHouse.scrollIntoViewIfNeeded()
  const { x, y } = (await openHouse.boundingBox()) ?? { x: 0, y: 0 }
  await page.mouse.move(x + 60, y + 20)
  await page.mouse.down()
  await page.mouse.move(x + 60, y + 20 + 64, { steps: 5 })
  await page.mouse.up()
  await expect(openHouse).toContainText('11:00 AM – 12:00 PM')
  await untilEverythingIsSent(page)
  expect(await recordsOnServer(context, origin, `listings/${Number(id)}/open-houses/`)).toMatchObject([
    { date: fifteenth, start_time: '11:00:00', end_time: '12:00:00' },
  ])
  await page.goto(`${origin}/dashboard?view=week`)
  await expect(calendar.getByRole('button', { name: `Showing at ${address}` })).toBeVisible()
  await check(page, 'week of the calendar, desktop')

  // The feed, read by a program that is not signed in, with a parser of its own.
  await page.goto(`${origin}/settings?tab=data`)
  await page.getByRole('button', { name: 'Create Calendar Link' }).click()
  const feedAddress = await page.getByLabel('Calendar address').innerText()
  expect(feedAddress).toContain(`${origin}/calendar/`)
  await check(page, 'settings')
  const program = await playwright.request.newContext()
  const feed = new ICAL.Component(ICAL.parse(await (await program.get(feedAddress)).text()))
  await program.dispose()
  expect(feed.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event).summary)).toEqual(
    expect.arrayContaining([`Showing: ${address}`, `Open house: ${address}`]),
  )

  // The week of the listing, and its report for the seller.
  await page.goto(`${origin}/listings/${Number(id)}/dashboard`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(address)
  await expect(page.getByRole('article')).toHaveCount(4)
  const platforms = await page.getByRole('article').evaluateAll((charts) => charts.map((chart) => chart.ariaLabel))
  expect(platforms).toEqual(['Zillow', 'Redfin', 'Realtor', 'Homes'])
  await expect(page.getByRole('article', { name: 'Zillow' }).getByRole('img')).toBeVisible()
  await check(page, 'week, desktop')
  expect(pagesOf(await page.pdf({ format: 'Letter' }))).toBe(1)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('main').getByText(/^As of /)).toBeVisible()
  await expect(page.getByRole('article', { name: 'Zillow' }).getByRole('img')).toBeVisible()
  await page.getByRole('link', { name: 'Back to My Listings' }).click()
  await expect(page).toHaveURL(/\/my-listings$/)
  expect(complaints).toEqual([])
})

/** Lists the catalogue's first property; gives back its address. */
async function aListing(page: Page, origin: string): Promise<string> {
  await page.goto(`${origin}/listings/new`)
  const address = (await page.getByRole('row').nth(1).getByRole('cell').first().innerText()).split('\n')[0] ?? ''
  await createListing(page, origin, { address, description: 'Bright.' })
  return address
}

async function openListing(page: Page, origin: string, address: string): Promise<void> {
  await page.goto(`${origin}/my-listings`)
  await page
    .getByRole('article', { name: address })
    .getByRole('link', { name: /^View Details/ })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(address)
}

function localDate(page: Page): Promise<string> {
  return page.evaluate(() => new Date().toLocaleDateString('sv'))
}

/** What the page's own policy refused, and what it threw. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', ({ message }) => complaints.push(message))
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) complaints.push(message.text())
  })
  return complaints
}

async function check(page: Page, screen: string): Promise<void> {
  expect(await findingsOnPage(page), screen).toEqual([])
  const [clientWidth, scrollWidth] = await page.evaluate(
    () => [document.documentElement.clientWidth, document.documentElement.scrollWidth] as const,
  )
  expect(scrollWidth, screen).toBeLessThanOrEqual(clientWidth)
}

function pagesOf(pdf: Buffer): number {
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
}
