import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { pageHttpClient } from '#api/page-http-client.ts'
import type { ExposureCounts, ExposureFigure } from '#core/contract/exposure.ts'
import { feedFact, serverKindFact } from '#core/sync/metadata-keys.ts'
import { countUnsent } from '#features/account/sign-out/sign-out-commands.ts'
import { sendFigures } from '#sending/send-figures.ts'
import { useConnection } from '#state/connection.ts'
import { addDays } from '#core/domain/time/wall-clock.ts'
import { figuresParts, partsToSend, resetBackoffOfFigures } from '#storage/exposure/waiting-figures.ts'
import { startAccountServer, type AccountServer } from '#tests/support/account-server.ts'
import { saved } from '#tests/support/saved-rows.ts'
import { type Agent, anAgentAtWork, anAgentOnANewDevice, openScreens } from '#tests/support/workspace-screens.tsx'

beforeEach(() => page.viewport(1280, 900))

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const unknown: ExposureCounts = { views: null, likes: null, saves: null }

/** Keeps figures of listing 1 as the server does. */
type FiguresServer = AccountServer & { figures: () => ExposureFigure[]; losesAnswers: boolean }

function keepingFigures(kept: ExposureFigure[] = []): FiguresServer {
  const server = Object.assign(startAccountServer(), { losesAnswers: false, figures: () => [...figures.values()] })
  const answered = new Map<string | null, object>()
  const figures = new Map(kept.map((figure) => [`${figure.date} ${figure.platform}`, { ...unknown, ...figure }]))
  server.answers.set('GET listings/1/exposure/', () => ({
    status: 200,
    body: { next: null, results: [...figures.values()].map((figure) => Object.assign({ listing: 1 }, figure)) },
  }))
  server.answers.set('POST listings/1/exposure/', (body, headers) => {
    const key = headers.get('Idempotency-Key')
    const again = answered.get(key)
    if (again !== undefined) return { status: 201, body: again }
    const results = (body as unknown as ExposureFigure[]).map((figure) => {
      const name = `${figure.date} ${figure.platform}`
      const before = figures.get(name) ?? null
      const now = { ...unknown, ...before, ...figure }
      if (now.views === null && now.likes === null && now.saves === null) figures.delete(name)
      else figures.set(name, now)
      const { views, likes, saves } = before ?? unknown
      return Object.assign({}, now, { before: before === null ? null : { views, likes, saves } })
    })
    if (key !== null) answered.set(key, { results })
    if (server.losesAnswers) throw new TypeError('Failed to fetch')
    return { status: 201, body: { results } }
  })
  return server
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
  const before = [{ platform: 'zillow', date: '2026-11-20', views: 40, likes: 3, saves: 2 }]
  const server = keepingFigures(before)
  await open()
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
  await expect.poll(server.figures).toEqual([
    { platform: 'zillow', date: '2026-11-20', views: 52, likes: 3, saves: 2 },
    { platform: 'zillow', date: '2026-11-21', views: 61, likes: null, saves: 4 },
  ])

  await button('Import Another File').click()
  await choose('zillow.csv', headings, zillow('2026-11-20', '52', ''), zillow('2026-11-21', '61', '4'))
  await expect.element(page.getByText('2 already here')).toBeVisible()
  await expect.element(button('Nothing to Import')).toBeVisible()

  await button('Undo the import of zillow.csv').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo Import' }).click()
  await expect.element(page.getByText('1 figure deleted, 1 as before.')).toBeVisible()
  expect(server.figures()).toEqual(before)
  await expect.element(page.getByText('Imported on this device')).not.toBeInTheDocument()
})

test('where the file’s days are ambiguous, the preview shows how they are read and remembers the answer', async () => {
  const server = keepingFigures()
  await open()
  await choose('zillow.csv', headings, zillow('03/11/2026', '52', ''))
  const order = page.getByRole('group', { name: 'Order of dates' })
  await expect.element(page.getByText('3/11/2026 is read as March 11, 2026.')).toBeVisible()
  await expect.element(order.getByRole('button', { name: 'Month first' })).toHaveAttribute('aria-pressed', 'true')
  await order.getByRole('button', { name: 'Day first' }).click()
  await expect.element(page.getByText('3/11/2026 is read as November 3, 2026.')).toBeVisible()
  await button('Import 1 Figure').click()
  await expect.poll(server.figures).toMatchObject([{ date: '2026-11-03' }])

  await button('Import Another File').click()
  await choose('zillow.csv', headings, zillow('04/11/2026', '7', ''))
  await expect.element(page.getByText('3/11/2026 is read as November 3, 2026.')).toBeVisible()
  await button('Choose Another File').click()
  await choose('zillow.csv', headings, zillow('11/25/2026', '7', ''))
  await expect.element(button('Import 1 Figure')).toBeVisible()
  await expect.element(order).not.toBeInTheDocument()
})

test('before the listings have been fetched, nothing says that there are none', async () => {
  keepingFigures()
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
  await agent.device.database.facts.put({ name: feedFact, value: { cursor: '1' } })
  await expect.element(page.getByLabelText('Listing', { exact: true })).toHaveAccessibleDescription(/no listings yet/)
})

test('figures of a listing that is nowhere yet lead to making it', async () => {
  keepingFigures()
  await openScreens(await anAgentAtWork(), '/figures/import')
  await choose('views.csv', 'Date,Zillow Views', '2026-11-20,52')
  await expect.element(page.getByText(/^You have no listings yet/)).toBeVisible()
  expect(page.getByLabelText('Listing', { exact: true }).elements()).toEqual([])
  await expect.element(page.getByRole('link', { name: 'Create one' })).toHaveAttribute('href', '/listings/new')
})

test('what was changed since stays, and figures that the agent keeps are not replaced', async () => {
  const server = keepingFigures([{ platform: 'zillow', date: '2026-11-20', views: 40, likes: null, saves: null }])
  await open()
  await choose(
    'zillow.csv',
    headings,
    zillow('2026-11-20', '52', ''),
    zillow('2026-11-21', '61', '4'),
    zillow('2026-11-22', '7', ''),
  )
  await page.getByRole('group', { name: 'For all of them' }).getByRole('button', { name: 'Keep as it is' }).click()
  await button('Import 2 Figures').click()
  await expect.poll(() => server.figures().length).toBe(3)
  expect(server.figures()[0]).toMatchObject({ views: 40 })
  const changed = { platform: 'zillow', date: '2026-11-22', views: 9, likes: null, saves: null }
  await fetch('/api/listings/1/exposure/', { method: 'POST', body: JSON.stringify([changed]) })
  await button('Undo the import of zillow.csv').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo Import' }).click()
  await expect.element(page.getByText('1 figure deleted, 1 stays, changed or used since.')).toBeVisible()
  expect(server.figures()).toMatchObject([{ views: 40 }, changed])
})

test('without a network figures wait on this device, are compared there, and are sent once', async () => {
  const server = keepingFigures()
  server.isReachable = false
  const { device } = await open()
  await choose('zillow.csv', headings, zillow('2026-11-20', '52', ''))
  await expect.element(page.getByText(/^The server cannot be reached, so its figures were not compared/)).toBeVisible()
  await button('Import 1 Figure').click()
  await expect.element(page.getByText('Waiting: 1 figure goes to the server when it can be reached.')).toBeVisible()
  // Who logs out is told of it.
  expect(await countUnsent(device)).toBe(1)
  await button('Import Another File').click()
  await choose('zillow.csv', headings, zillow('2026-11-20', '52', ''))
  await expect.element(button('Nothing to Import')).toBeVisible()

  server.isReachable = true
  await Promise.all([sendFigures(device, pageHttpClient()), sendFigures(device, pageHttpClient())])
  await expect
    .element(page.getByText('Waiting: 1 figure goes to the server when it can be reached.'))
    .not.toBeInTheDocument()
  expect(server.figures()).toMatchObject([{ views: 52 }])
  expect(server.arrivals.filter(({ call }) => call === 'POST listings/1/exposure/')).toHaveLength(1)

  // Taken back without a network: the server hears of it later.
  server.isReachable = false
  await button('Undo the import of zillow.csv').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo Import' }).click()
  await expect.element(page.getByText('1 figure will be undone when the server can be reached.')).toBeVisible()
  server.isReachable = true
  expect(await sendFigures(device, pageHttpClient())).toEqual({ deleted: 1, restored: 0, kept: 0 })
  expect(server.figures()).toEqual([])
  await expect.element(page.getByText('Imported on this device')).not.toBeInTheDocument()
  const left = await device.database.facts
    .filter(({ name, value }) => /^(figures|import [^c])/.test(name) && value !== null)
    .count()
  expect(left).toBe(0)
})

test('an answer that was lost is had again, and the undo knows what was there', async () => {
  const before = [{ platform: 'zillow', date: '2026-11-20', views: 40, likes: 3, saves: 2 }]
  const server = keepingFigures(before)
  const { device } = await open()
  await choose('zillow.csv', headings, zillow('2026-11-20', '52', '9'))
  server.losesAnswers = true
  await button('Update 1 Figure').click()
  await expect.poll(server.figures).toMatchObject([{ views: 52 }])
  await expect.element(page.getByText('Waiting: 1 figure goes to the server when it can be reached.')).toBeVisible()
  await button('Undo the import of zillow.csv').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo Import' }).click()
  await expect.poll(async () => (await partsToSend(device.database)).filter(({ isUndone }) => isUndone).length).toBe(1)
  server.losesAnswers = false
  await resetBackoffOfFigures(device)
  await sendFigures(device, pageHttpClient())
  expect(server.figures()).toEqual(before)
})

test('figures that are taken back while they are on their way are taken back when they have arrived', async () => {
  const server = keepingFigures()
  const { device } = await open()
  await choose('zillow.csv', headings, zillow('2026-11-20', '52', '9'))
  const arrive = server.hold('POST listings/1/exposure/')
  await button('Import 1 Figure').click()
  await expect.poll(() => server.arrivals.some(({ call }) => call === 'POST listings/1/exposure/')).toBe(true)
  await button('Undo the import of zillow.csv').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo Import' }).click()
  await expect.element(button('Undo the import of zillow.csv')).toHaveAttribute('aria-busy', 'true')
  arrive()
  await expect.element(page.getByText('1 figure deleted.')).toBeVisible()
  expect(server.figures()).toEqual([])
  expect(await figuresParts(device.database)).toEqual([])
})

test('an undo is noted on this device whole while the server hangs, and the page says that it goes later', async () => {
  const server = keepingFigures()
  const { device } = await open()
  const days = Array.from({ length: 600 }, (_, day) => addDays('2025-01-01', day))
  await choose('zillow.csv', headings, ...days.map((date) => zillow(date, '52', '')))
  await button('Import 600 Figures').click()
  await expect.poll(() => server.figures().length).toBe(600)
  await expect.poll(() => partsToSend(device.database)).toEqual([])
  const letGo = server.hold('GET listings/1/exposure/')
  await button('Undo the import of zillow.csv').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo Import' }).click()
  await expect
    .poll(async () => (await partsToSend(device.database)).map(({ isUndone }) => isUndone))
    .toEqual([true, true])
  await expect.element(page.getByText('600 figures will be undone when the server can be reached.')).toBeVisible()
  letGo()
  await expect.poll(() => server.figures()).toEqual([])
  await expect.poll(() => figuresParts(device.database)).toEqual([])
})

test('of two imports of one day the later counts, and both are taken back in order', async () => {
  const server = keepingFigures()
  server.isReachable = false
  const { device } = await open()
  for (const views of ['52', '61']) {
    await choose(`${views}.csv`, headings, zillow('2026-11-20', views, ''))
    await button(/^(Import|Update) 1 Figure$/).click()
    await button('Import Another File').click()
  }
  server.isReachable = true
  await sendFigures(device, pageHttpClient())
  expect(server.figures()).toMatchObject([{ views: 61 }])
  server.isReachable = false
  for (const name of ['52.csv', '61.csv']) {
    await button(`Undo the import of ${name}`).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo Import' }).click()
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  }
  await expect.poll(async () => (await partsToSend(device.database)).filter(({ isUndone }) => isUndone).length).toBe(2)
  server.isReachable = true
  await sendFigures(device, pageHttpClient())
  expect(server.figures()).toEqual([])
})

test('while one import is taken back, another one has to wait, and looks like it', async () => {
  const server = keepingFigures()
  server.isReachable = false
  await open()
  await choose('early.csv', headings, zillow('2026-11-19', '52', ''))
  await button('Import 1 Figure').click()
  await button('Import Another File').click()
  server.isReachable = true
  const arrive = server.hold('POST listings/1/exposure/')
  await choose('late.csv', headings, zillow('2026-11-20', '61', ''))
  await button('Import 1 Figure').click()
  await expect.poll(() => server.arrivals.some(({ call }) => call === 'POST listings/1/exposure/')).toBe(true)
  await button('Undo the import of late.csv').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo Import' }).click()
  await expect.element(button('Undo the import of early.csv')).toHaveAttribute('aria-disabled', 'true')
  arrive()
  await button('Undo the import of early.csv').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo Import' }).click()
  await expect.poll(server.figures).toEqual([])
})

test('an import that never left is taken back without the server', async () => {
  const server = keepingFigures()
  server.isReachable = false
  const { device } = await open()
  // The listing itself has not reached the server.
  await device.database.listings.update('1', { id: undefined } as never)
  await choose('zillow.csv', headings, zillow('2026-11-20', '52', ''))
  await button('Import 1 Figure').click()
  await button('Undo the import of zillow.csv').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo Import' }).click()
  await expect.element(page.getByText('1 figure deleted.')).toBeVisible()
  expect(server.arrivals.filter(({ call }) => call.startsWith('POST listings'))).toEqual([])
})

test('a file of one listing and one platform is asked what it is of, and the platform is remembered', async () => {
  const server = keepingFigures()
  await open('/figures/import?listing=1')
  await choose('week.csv', 'Week of,Page Views', '2026-11-09,70')
  await expect.element(page.getByRole('combobox', { name: 'Listing' })).toHaveValue('1')
  await expect.element(page.getByText('Choose the platform below.')).toBeVisible()
  await expect.element(button('Import')).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('combobox', { name: 'Platform' }).selectOptions('Redfin')
  await expect
    .element(page.getByRole('table', { name: 'New figures' }))
    .toHaveTextContent('Redfin: 10 views, 1 of 7 days of a total')
  await button('Import 7 Figures').click()
  await expect.poll(() => server.figures().length).toBe(7)
  await button('Import Another File').click()
  await choose('next week.csv', 'Week of,Page Views', '2026-11-16,35')
  await expect.element(page.getByRole('combobox', { name: 'Platform' })).toHaveValue('redfin')
  await expect.element(button('Import 7 Figures')).toBeVisible()
})

test('a browser that keeps nothing imports only what the server has', async () => {
  const server = keepingFigures()
  const agent = await anAgentAtWork()
  await saved(agent.device, 'listing', 1)
  await openScreens({ ...agent, device: { ...agent.device, onlineOnly: { sendWith: () => {} } } }, '/figures/import')
  await choose('zillow.csv', headings, zillow('2026-11-20', '52', ''))
  server.isReachable = false
  await button('Import 1 Figure').click()
  await expect.element(page.getByText(/The import stopped\./)).toBeVisible()
  expect(await figuresParts(agent.device.database)).toEqual([])
  await expect.element(page.getByText('Imported on this device')).not.toBeInTheDocument()
})

test('a plain server has no place for figures, and is sent none', async () => {
  const server = keepingFigures()
  const { device } = await open()
  await choose('zillow.csv', headings, zillow('2026-11-20', '52', ''))
  await expect.element(button('Import 1 Figure')).toBeVisible()
  await device.database.facts.put({ name: serverKindFact, value: { kind: 'plain' } })
  await button('Import 1 Figure').click()
  await expect.element(page.getByText('Waiting: 1 figure goes to the server when it can be reached.')).toBeVisible()
  await sendFigures(device, pageHttpClient())
  expect(server.figures()).toEqual([])
  useConnection.setState({ serverKind: 'plain' })
  await expect.element(page.getByText('This server doesn’t store exposure figures.')).toBeVisible()
})

test('figures that the server does not take are named with its reason, and can be taken back', async () => {
  const server = keepingFigures()
  server.answers.set('POST listings/1/exposure/', { status: 404, body: { detail: 'Not found.' } })
  await open()
  await choose('zillow.csv', headings, zillow('2026-11-20', '52', ''))
  await button('Import 1 Figure').click()
  await expect
    .element(page.getByText('The server doesn’t have this listing, or doesn’t store exposure figures.'))
    .toBeVisible()
  // They are nowhere, so that the same file brings them again.
  await button('Import Another File').click()
  await choose('zillow.csv', headings, zillow('2026-11-20', '52', ''))
  await expect.element(button('Import 1 Figure')).toBeVisible()
  await button('Undo the import of zillow.csv').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo Import' }).click()
  await expect.element(page.getByText('1 figure deleted.')).toBeVisible()
})
