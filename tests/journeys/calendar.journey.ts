import { expect, test, type Page } from './journey-test.ts'
import { beginSignedIn, createListing, recordsOnServer, untilEverythingIsSent } from '#tests/support/journey-steps.ts'
import { findingsOnPage } from '../support/findings-on-page.ts'

const desktop = { width: 1280, height: 900 }

test('month, week and seller report obey the page’s policy, and the report prints on one page', async ({
  page,
  context,
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

  // The month view runs under the strict content security policy.
  await page.goto(`${origin}/today?from=start`)
  await expect(page).toHaveURL(/\/dashboard$/)
  const calendar = page.getByRole('region', { name: 'Dashboard Calendar' })
  await calendar.getByRole('button', { expanded: false }).first().click()
  const day = calendar.getByRole('button', { name: /\b15, \d{4}, [12] events?$/ })
  await expect(day).toBeVisible()
  await expect(calendar.getByText(address).first()).toBeVisible()
  await check(page, 'month, desktop')
  await page.goto(`${origin}/dashboard?view=week`)
  await expect(calendar.getByRole('button', { name: `Showing at ${address}` })).toBeVisible()
  await check(page, 'week of the calendar, desktop')

  await page.goto(`${origin}/listings/${Number(id)}/dashboard`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(address)
  await expect(page.getByRole('article')).toHaveCount(4)
  const platforms = await page.getByRole('article').evaluateAll((charts) => charts.map((chart) => chart.ariaLabel))
  expect(platforms).toEqual(['Zillow', 'Redfin', 'Realtor', 'Homes'])
  await expect(page.getByRole('article', { name: 'Zillow' }).getByRole('img')).toBeVisible()
  await check(page, 'week, desktop')
  expect(pagesOf(await page.pdf({ format: 'Letter' }))).toBe(1)
  expect(complaints).toEqual([])
})

/** Lists the first property of the catalog; returns its address. */
async function aListing(page: Page, origin: string): Promise<string> {
  await page.goto(`${origin}/listings/new`)
  const address = (await page.getByRole('row').nth(1).getByRole('cell').first().innerText()).split('\n')[0] ?? ''
  await createListing(page, origin, { address, description: 'Bright.' })
  return address
}

function localDate(page: Page): Promise<string> {
  return page.evaluate(() => new Date().toLocaleDateString('sv'))
}

/** Violations of the content security policy, and errors that the page threw. */
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
