import { expect, onTestFinished, test, vi } from 'vitest'
import { whenIdle } from '#app/page/when-idle.ts'

test('background work waits for the screen, not for what was drawn before the page ran', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const drawn = document.createElement('div')
  const root = Object.assign(document.createElement('div'), { id: 'root' })
  document.body.append(drawn, root)
  onTestFinished(() => {
    vi.useRealTimers()
    for (const part of [drawn, root]) part.remove()
  })
  drawn.innerHTML = '<main><h1>Home</h1></main>'
  const begun = vi.fn()
  void whenIdle().then(begun)
  await vi.advanceTimersByTimeAsync(2000)
  expect(begun).not.toHaveBeenCalled()
  root.innerHTML = '<main><h1>Home</h1></main>'
  await vi.advanceTimersByTimeAsync(1400)
  expect(begun).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect(begun).toHaveBeenCalled()
})
