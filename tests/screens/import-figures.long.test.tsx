import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ExposureCounts, ExposureFigure } from '#core/contract/exposure.ts'
import { figureIn } from '#core/domain/exposure/reading-fields.ts'
import { feedPlaceMetadataKey } from '#core/sync/metadata-keys.ts'
import { countUnsent } from '#features/account/sign-out/sign-out-commands.ts'
import { useConnection } from '#state/connection.ts'
import { startAccountServer, type AccountServer } from '#tests/support/account-server.ts'
import { saved } from '#tests/support/saved-rows.ts'
import { type Agent, anAgentAtWork, anAgentOnANewDevice, openScreens } from '#tests/support/workspace-screens.tsx'

beforeEach(() => page.viewport(1280, 900))

const undo = async (name: string) => {
  await button(`Undo the import of ${name}`).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo Import' }).click()
}
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const unknown: ExposureCounts = { views: null, likes: null, saves: null }

/** A server that has these figures of listing 1. */
function havingFigures(figures: ExposureFigure[] = []): AccountServer {
  const server = startAccountServer()
  const results = figures.map((figure) => ({ listing: 1, ...unknown, ...figure }))
  server.answers.set('GET listings/1/exposure/', { status: 200, body: { next: null, results } })
  return server
}

/** What this device's readings say, in their order. Nothing sends them in these tests. */
async function readings({ device }: Agent) {
  const rows = await device.database.exposure_readings.toCollection().sortBy('date')
  return rows.map(figureIn)
}

async function open(address = '/figures/import'): Promise<Agent> {
  const agent = await anAgentAtWork()
  await saved(agent.device, 'listing', 1)
  await openScreens(agent, address)
  await expect.element(page.getByRole('heading', { level: 1, name: 'Import Figures' })).toBeVisible()
  return agent
}

async function choose(name: string, ...lines: string[]) {
  await userEvent.upload(page.getByLabelText('Choose File'), new File([lines.join('\n')], name, { type: 'text/csv' }))
}

const home = '5709 River Oak Way'
const zillow = (date: string, ...figures: string[]) => [home, 'Zillow', date, ...figures].join(',')
const headings = 'Address,Platform,Date,Views,Saves'

test('figures of the same day are replaced after a warning, and an undo restores the earlier ones', async () => {
  havingFigures([{ platform: 'zillow', date: '2026-11-20', views: 40, likes: 3, saves: 2 }])
  const agent = await open()
  await choose(
    'zillow.csv',
    headings,
    zillow('2026-11-20', '52', ''),
    zillow('2026-11-21', '61', '4'),
    zillow('2026-11-31', '61', '4'),
  )
  await expect.element(page.getByText('1 new · 1 already here · 1 cannot be imported')).toBeVisible()
  const duplicates = page.getByRole('table', { name: 'To decide' })
  await expect.element(duplicates).toHaveTextContent('Zillow: 52 views')
  await expect.element(duplicates).toHaveTextContent('Here: 40 views, 3 likes, 2 saves')
  await expect.element(page.getByRole('table', { name: 'Cannot be imported' })).toHaveTextContent('Enter a date.')
  await button('Import 1, Update 1').click()
  await expect.element(page.getByText('1 figure added, 1 updated.').first()).toBeVisible()
  expect(await readings(agent)).toEqual([
    { platform: 'zillow', date: '2026-11-20', views: 52 },
    { platform: 'zillow', date: '2026-11-21', views: 61, saves: 4 },
  ])
  expect(await countUnsent(agent.device)).toBe(2)

  await button('Import Another File').click()
  await choose('zillow.csv', headings, zillow('2026-11-20', '52', ''), zillow('2026-11-21', '61', '4'))
  await expect.element(page.getByText('2 already here')).toBeVisible()
  await expect.element(button('Nothing to Import')).toBeVisible()

  await undo('zillow.csv')
  await expect.element(page.getByText('2 figures deleted.')).toBeVisible()
  expect(await readings(agent)).toEqual([])
  expect(await countUnsent(agent.device)).toBe(0)
  await expect.element(page.getByText('Imported on this device')).not.toBeInTheDocument()
})

test('where the file’s days are ambiguous, the preview shows how they are read and remembers the answer', async () => {
  havingFigures()
  const agent = await open()
  await choose('zillow.csv', headings, zillow('03/11/2026', '52', ''))
  const order = page.getByRole('group', { name: 'Order of dates' })
  await expect.element(page.getByText('3/11/2026 is read as March 11, 2026.')).toBeVisible()
  await expect.element(order.getByRole('button', { name: 'Month first' })).toHaveAttribute('aria-pressed', 'true')
  await order.getByRole('button', { name: 'Day first' }).click()
  await expect.element(page.getByText('3/11/2026 is read as November 3, 2026.')).toBeVisible()
  await button('Import 1 Figure').click()
  await expect.poll(() => readings(agent)).toMatchObject([{ date: '2026-11-03' }])

  await button('Import Another File').click()
  await choose('zillow.csv', headings, zillow('04/11/2026', '7', ''))
  await expect.element(page.getByText('3/11/2026 is read as November 3, 2026.')).toBeVisible()
  await button('Choose Another File').click()
  await choose('zillow.csv', headings, zillow('11/25/2026', '7', ''))
  await expect.element(button('Import 1 Figure')).toBeVisible()
  await expect.element(order).not.toBeInTheDocument()
})

test('before the listings have been fetched, nothing says that there are none', async () => {
  havingFigures()
  const agent = await anAgentOnANewDevice()
  const view = await openScreens(agent, '/figures/import')
  await choose('views.csv', 'Date,Zillow Views', '2026-11-20,52')
  const said = page.getByText('Your listings are not on this device yet.')
  await expect.element(said).toBeVisible()
  expect(page.getByRole('link', { name: 'Create one' }).elements()).toEqual([])
  view.go('/today')
  await button('New Showing').click()
  await expect
    .element(page.getByLabelText('Listing', { exact: true }))
    .toHaveAccessibleDescription(/not on this device/)
  await agent.device.database.facts.put({ name: feedPlaceMetadataKey, value: { cursor: '1' } })
  await expect.element(page.getByLabelText('Listing', { exact: true })).toHaveAccessibleDescription(/no listings yet/)
})

test('figures of a listing that is nowhere yet lead to making it', async () => {
  havingFigures()
  await openScreens(await anAgentAtWork(), '/figures/import')
  await choose('views.csv', 'Date,Zillow Views', '2026-11-20,52')
  await expect.element(page.getByText(/^You have no listings yet/)).toBeVisible()
  expect(page.getByLabelText('Listing', { exact: true }).elements()).toEqual([])
  await expect.element(page.getByRole('link', { name: 'Create one' })).toHaveAttribute('href', '/listings/new')
})

test('figures that the agent keeps are not replaced', async () => {
  havingFigures([{ platform: 'zillow', date: '2026-11-20', views: 40 }])
  const agent = await open()
  await choose('zillow.csv', headings, zillow('2026-11-20', '52', ''), zillow('2026-11-21', '61', '4'))
  await page.getByRole('group', { name: 'For all of them' }).getByRole('button', { name: 'Keep as it is' }).click()
  await button('Import 1 Figure').click()
  await expect.poll(() => readings(agent)).toEqual([{ platform: 'zillow', date: '2026-11-21', views: 61, saves: 4 }])
})

test('without a network figures are compared with those of this device', async () => {
  const server = havingFigures()
  server.isReachable = false
  await open()
  await choose('zillow.csv', headings, zillow('2026-11-20', '52', ''))
  await expect.element(page.getByText(/^The server cannot be reached, so its figures were not compared/)).toBeVisible()
  await button('Import 1 Figure').click()
  await button('Import Another File').click()
  await choose('zillow.csv', headings, zillow('2026-11-20', '52', ''))
  await expect.element(button('Nothing to Import')).toBeVisible()
})

test('a file of one listing and one platform is asked what it is of, and the platform is remembered', async () => {
  havingFigures()
  const agent = await open('/figures/import?listing=1')
  await choose('week.csv', 'Week of,Page Views', '2026-11-09,70')
  await expect.element(page.getByRole('combobox', { name: 'Listing' })).toHaveValue('1')
  await expect.element(page.getByText('Choose the platform below.')).toBeVisible()
  await expect.element(button('Import')).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('combobox', { name: 'Platform' }).selectOptions('Redfin')
  await expect
    .element(page.getByRole('table', { name: 'New figures' }))
    .toHaveTextContent('Redfin: 10 views, 1 of 7 days of a total')
  await button('Import 7 Figures').click()
  await expect.poll(async () => (await readings(agent)).length).toBe(7)
  await button('Import Another File').click()
  await choose('next week.csv', 'Week of,Page Views', '2026-11-16,35')
  await expect.element(page.getByRole('combobox', { name: 'Platform' })).toHaveValue('redfin')
  await expect.element(button('Import 7 Figures')).toBeVisible()
})

test('a plain server has no place for figures', async () => {
  havingFigures()
  await open()
  useConnection.setState({ serverKind: 'plain' })
  await expect.element(page.getByText('This server doesn’t store exposure figures.')).toBeVisible()
})
