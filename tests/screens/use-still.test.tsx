import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '#tests/support/render.tsx'
import { useFrozenWhilePressed } from '#ui/hooks/use-frozen-while-pressed.ts'

function Row({ name }: { name: string }) {
  return <button type="button">{useFrozenWhilePressed(name)}</button>
}

const row = () => page.getByRole('button')
const send = (type: string) =>
  row()
    .element()
    .dispatchEvent(new PointerEvent(type, { bubbles: true }))

test('a row pressed again before the first press has ended stays in place until released', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const view = await render(<Row name="Elm" />)
  send('pointerdown')
  send('pointerup')
  send('pointerdown')
  await view.rerender(<Row name="Oak" />)
  // Longer than a click takes to follow the finger.
  await vi.advanceTimersByTimeAsync(300)
  await expect.element(row()).toHaveTextContent('Elm')
  send('pointerup')
  await vi.advanceTimersByTimeAsync(300)
  await expect.element(row()).toHaveTextContent('Oak')
})
