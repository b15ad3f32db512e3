import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '#tests/support/render.tsx'
import { ListingStatusBadge } from '#ui/feedback/badge.tsx'
import { Card } from '#ui/layout/card.tsx'
import { DataTable } from '#ui/lists/data-table.tsx'
import { StreetAddress } from '#ui/layout/street-address.tsx'
import { PageErrorPanel } from '#ui/feedback/error-panel.tsx'
import { PhotoFrame, HouseDrawing } from '#ui/basics/photo-frame.tsx'
import { Progress } from '#ui/feedback/progress.tsx'
import { Skeleton } from '#ui/lists/placeholders.tsx'
import { formatSyncStatus } from '#ui/feedback/sync-chip.tsx'
import { UnexpectedErrorPanel } from '#ui/feedback/unexpected-error-panel.tsx'
import { texts } from '#tests/support/texts.ts'

test.each([
  ['For Sale', 'For Sale', 'rgb(19, 122, 70)'],
  ['Pending', 'Pending', 'rgb(255, 204, 74)'],
  ['Sold', 'Sold', 'rgb(192, 41, 30)'],
  ['Withdrawn', 'Unknown', 'rgb(80, 87, 106)'],
])('the status %s is shown as %s in its color', async (status, words, colour) => {
  await render(<ListingStatusBadge status={status} />)
  const badge = page.getByText(words, { exact: true })
  await expect.element(badge).toHaveStyle({ backgroundColor: colour })
})

test('an unsent record has a dashed border', async () => {
  const { rerender } = await render(<Card element="article" aria-label="51 Aiken Way" isUnsent />)
  const card = page.getByRole('article', { name: '51 Aiken Way' })
  await expect.element(card).toHaveStyle({ borderTopStyle: 'dashed' })
  await rerender(<Card element="article" aria-label="51 Aiken Way" />)
  await expect.element(card).toHaveStyle({ borderTopStyle: 'solid' })
})

test('the house number is bolder than its street', async () => {
  await render(<StreetAddress address="5709 River Oak Way" />)
  await expect.element(page.getByText('5709', { exact: true })).toHaveStyle({ fontWeight: '780' })
  await expect.element(page.getByText('River Oak Way')).toHaveTextContent('5709 River Oak Way')
})

test('an address always gets the same house, and addresses differ', async () => {
  const { container } = await render(
    <>
      <HouseDrawing address="51 Aiken Way" />
      <HouseDrawing address="51 Aiken Way" />
      <HouseDrawing address="203 Cascade Falls Dr" />
    </>,
  )
  const [first, again, other] = [...container.querySelectorAll('svg')].map((house) => house.outerHTML)
  expect(again).toBe(first)
  expect(other).not.toBe(first)
})

test('a loaded photo replaces the drawn house', async () => {
  const photo = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='16' height='10'/%3E"
  const { container } = await render(
    <PhotoFrame address="51 Aiken Way" src={photo} alt="Photo of 51 Aiken Way" loading="eager" />,
  )
  await expect.element(page.getByRole('img', { name: 'Photo of 51 Aiken Way' })).toHaveAttribute('data-state', 'shown')
  expect(container.querySelector('svg')).toBeNull()
})

test("a broken photo reads 'No Image'", async () => {
  await render(<PhotoFrame address="51 Aiken Way" src="data:image/png,broken" alt="Photo" loading="eager" />)
  await expect.element(page.getByText('No Image', { exact: true })).toBeVisible()
})

test('a photo that waits for a network is not called broken, and is tried again with a network', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const { container } = await render(
    <PhotoFrame address="51 Aiken Way" src="data:image/png,broken" alt="Photo" loading="eager" />,
  )
  await expect.poll(() => container.querySelector('img')).toBeNull()
  expect(container.querySelector('svg')).not.toBeNull()
  expect(container.textContent).toBe('')
  onLine.mockRestore()
  window.dispatchEvent(new Event('online'))
  await expect.element(page.getByText('No Image', { exact: true })).toBeVisible()
})

test('without a photo the drawn house is shown, hidden from screen readers', async () => {
  const { container } = await render(<PhotoFrame address="51 Aiken Way" alt="Photo of 51 Aiken Way" />)
  expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true')
  expect(container.textContent).toBe('')
})

test('a table stays a table for screen readers when a phone shows its rows as blocks', async () => {
  await page.viewport(390, 800)
  await render(
    <DataTable
      label="Showings"
      rowKey={(row) => row.date}
      rows={[{ date: 'Sat, Nov 21', start: '10:45 AM', email: 'jo.park@mailbox.example' }]}
      columns={[
        { header: 'Date', cell: (row) => row.date, phone: 'lead' },
        { header: 'Start Time', cell: (row) => row.start, phone: 'end' },
        { header: 'Client Email', cell: (row) => row.email, phone: 'wide' },
      ]}
    />,
  )
  const table = page.getByRole('table', { name: 'Showings' })
  expect(texts(table.getByRole('columnheader'))).toEqual(['Date', 'Start Time', 'Client Email'])
  const cells = table.getByRole('cell').elements()
  expect(cells.map((cell) => cell.textContent)).toEqual(['Sat, Nov 21', '10:45 AM', 'jo.park@mailbox.example'])
  const [date, start, email] = cells.map((cell) => cell.getBoundingClientRect())
  expect(start?.top).toBe(date?.top)
  expect(email?.top).toBeGreaterThanOrEqual(date?.bottom ?? 0)
})

test('a skeleton stays hidden for 300 ms', async () => {
  const { container } = await render(<Skeleton width={100} />)
  const [appearing] = container.querySelector('span')?.getAnimations() ?? []
  expect(appearing?.effect?.getTiming().delay).toBe(300)
})

test('progress has an accessible value', async () => {
  await render(<Progress label="Survey" value={2} max={5} />)
  await expect.element(page.getByRole('progressbar', { name: 'Survey' })).toHaveAttribute('aria-valuenow', '2')
})

test('the sync status has the words of the design', () => {
  expect(formatSyncStatus({ state: 'waiting', count: 2 })).toBe('2 waiting')
  expect(formatSyncStatus({ state: 'offline', count: 0 })).toBe('Offline')
  expect(formatSyncStatus({ state: 'offline', count: 3 })).toBe('Offline · 3 waiting')
  expect(formatSyncStatus({ state: 'needs-login', count: 4 })).toBe('Log in again to send 4')
  expect(formatSyncStatus({ state: 'asked-to-wait', count: 1, retryInSeconds: 19.2 })).toBe(
    'Server asks to wait – retry in 0:20',
  )
})

test('the panels have the words of the specification', async () => {
  const nothing = () => {}
  await render(
    <>
      <PageErrorPanel page="clients" onTryAgain={nothing} onGoBack={nothing} onHome={nothing} onReload={nothing} />
      <PageErrorPanel onTryAgain={nothing} onGoBack={nothing} onHome={nothing} onReload={nothing} />
      <UnexpectedErrorPanel isAppWide onTryAgain={nothing} onReload={nothing} help={<button>Export Logs</button>} />
    </>,
  )
  expect(page.getByRole('heading', { name: 'Oops! Something went wrong' }).elements()).toHaveLength(2)
  await expect.element(page.getByText('We encountered an error while loading this page.')).toBeVisible()
  await expect
    .element(page.getByText('We encountered an error while loading the clients . Please try again.'))
    .toBeVisible()
  await expect
    .element(page.getByText('The application encountered an unexpected error. Please refresh the page.'))
    .toBeVisible()
  const buttons = texts(page.getByRole('button'))
  const ofPage = ['Try Again', 'Go Back', 'Home', 'Reload Page']
  expect(buttons).toEqual([...ofPage, ...ofPage, 'Try Again', 'Reload Page', 'Export Logs'])
  await expect.element(page.getByRole('link', { name: 'Report Issue' })).not.toBeInTheDocument()
})
