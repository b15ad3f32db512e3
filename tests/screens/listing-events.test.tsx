import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '#tests/support/render.tsx'
import { useListingEvents } from '#features/tours/tour-listing-events.ts'

function Events({ ids, shown }: { ids: number[]; shown: string[] }) {
  const { events } = useListingEvents('2026-11-28', ids)
  const listings = events.map(({ listing_id }) => listing_id).join(',') || 'none'
  shown.push(listings)
  return <p role="note">{listings}</p>
}

test('removing a home while its events are loading keeps the hours of the others', async () => {
  const showing = { type: 'showing', start_time: '10:00:00', end_time: '11:00:00' }
  vi.stubGlobal('fetch', ({ url, signal }: Request) => {
    const id = Number(new URL(url).searchParams.get('ids'))
    return id === 8 ? neverAnswers(signal) : Promise.resolve(Response.json([{ id, events: [showing] }]))
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  const shown: string[] = []
  const view = await render(<Events ids={[7]} shown={shown} />)
  await expect.element(page.getByRole('note')).toHaveTextContent('7')
  shown.length = 0
  await view.rerender(<Events ids={[7, 8]} shown={shown} />)
  await view.rerender(<Events ids={[7]} shown={shown} />)
  // The request for 8 has ended when a later one is answered.
  await view.rerender(<Events ids={[7, 9]} shown={shown} />)
  await expect.element(page.getByRole('note')).toHaveTextContent('7,9')
  expect(shown).not.toContain('none')
})

function neverAnswers(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
}
