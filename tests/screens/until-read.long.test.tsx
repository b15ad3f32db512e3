import { expect, onTestFinished, test, vi } from 'vitest'
import { render } from '#tests/support/render.tsx'
import { HoldUntilLoaded } from '#records/states/hold-until-loaded.tsx'
import { counted } from '#storage/reading/running-queries.ts'

const isVisible = (id: string) => document.getElementById(id)?.checkVisibility({ visibilityProperty: true })
const pass = () => vi.advanceTimersByTimeAsync(100)

/** Begins a turn later, as live queries do; gives how it ends. */
function beginReading(): () => void {
  let end = () => {}
  const reading = new Promise<void>((resolve) => (end = resolve))
  setTimeout(() => void counted(() => reading))
  return end
}

const page = (
  <>
    <HoldUntilLoaded />
    <header>
      <h1 id="title">Clients</h1>
    </header>
    <p id="list">Jo Baker</p>
  </>
)

test('a page of several readings shows its title at once, and all the rest when the last of them is there', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  await render(page)
  const endFirst = beginReading()
  await pass()
  expect([isVisible('title'), isVisible('list')]).toEqual([true, false])
  endFirst()
  // What an answer brings reads in its turn.
  const endSecond = beginReading()
  await pass()
  expect(isVisible('list')).toBe(false)
  endSecond()
  await pass()
  await expect.poll(() => isVisible('list')).toBe(true)
})

test('a reading that takes long, as beside an import, keeps the page back for less than half a second', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const end = beginReading()
  onTestFinished(end)
  await render(page)
  await vi.advanceTimersByTimeAsync(500)
  // From here on that time stands still.
  vi.useRealTimers()
  await expect.poll(() => isVisible('list')).toBe(true)
})
