import { expect, onTestFinished, test, vi } from 'vitest'
import { render } from '#tests/support/render.tsx'
import { HideFollowingUntilLoaded } from '#records/states/hide-until-loaded.tsx'
import { countWhileRunning } from '#storage/reading/live-query.ts'

const isVisible = (id: string) => document.getElementById(id)?.checkVisibility({ visibilityProperty: true })
const pass = () => vi.advanceTimersByTimeAsync(100)

/** Starts a turn later, as live queries do; returns how to end it. */
function beginReading(): () => void {
  let end = () => {}
  const reading = new Promise<void>((resolve) => (end = resolve))
  setTimeout(() => void countWhileRunning(() => reading))
  return end
}

const page = (
  <>
    <HideFollowingUntilLoaded />
    <header>
      <h1 id="title">Clients</h1>
    </header>
    <p id="list">Jo Baker</p>
  </>
)

test('a page of several queries shows its title at once, and the rest when the last one has ended', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  await render(page)
  const endFirst = beginReading()
  await pass()
  expect([isVisible('title'), isVisible('list')]).toEqual([true, false])
  endFirst()
  // A query's result starts the next one.
  const endSecond = beginReading()
  await pass()
  expect(isVisible('list')).toBe(false)
  endSecond()
  await pass()
  await expect.poll(() => isVisible('list')).toBe(true)
})

test('a slow query, as during an import, hides the page for less than half a second', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const end = beginReading()
  onTestFinished(end)
  await render(page)
  await vi.advanceTimersByTimeAsync(500)
  vi.useRealTimers()
  await expect.poll(() => isVisible('list')).toBe(true)
})
