import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { useListingEvents } from '#features/tours/listing-events.ts'

function Events({ ids }: { ids: number[] }) {
  const { events } = useListingEvents('2026-11-28', ids)
  return <p role="note">{events.map(({ listing_id }) => listing_id).join(',') || 'none'}</p>
}

test('a home that is taken out again while it is asked about leaves the hours of the others', async () => {
  const showing = { type: 'showing', start_time: '10:00:00', end_time: '11:00:00' }
  vi.stubGlobal('fetch', ({ url, signal }: Request) =>
    new URL(url).searchParams.get('ids') === '7'
      ? Promise.resolve(Response.json([{ id: 7, events: [showing] }]))
      : neverAnswers(signal),
  )
  onTestFinished(() => void vi.unstubAllGlobals())
  const view = await render(<Events ids={[7]} />)
  await expect.element(page.getByRole('note')).toHaveTextContent('7')
  await view.rerender(<Events ids={[7, 8]} />)
  await view.rerender(<Events ids={[7]} />)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(page.getByRole('note').element()).toHaveTextContent('7')
})

function neverAnswers(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
}
