import { expect, onTestFinished, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { UntilRead } from '#records/until-read.tsx'
import { counted } from '#storage/running-queries.ts'

const isVisible = (id: string) => document.getElementById(id)?.checkVisibility({ visibilityProperty: true })
const pass = () => vi.advanceTimersByTimeAsync(100)

/** Begins a turn later, as live queries do; gives how it ends. */
function beginReading(): () => void {
  let end = () => {}
  const reading = new Promise<void>((resolve) => (end = resolve))
  setTimeout(() => void counted(() => reading))
  return end
}

test('a page of several readings shows its title at once, and all the rest when the last of them is there', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  await render(
    <>
      <UntilRead />
      <header>
        <h1 id="title">Clients</h1>
      </header>
      <p id="list">Jo Baker</p>
    </>,
  )
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
