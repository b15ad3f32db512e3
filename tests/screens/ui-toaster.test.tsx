import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '#tests/support/render.tsx'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { Toaster } from '#ui/feedback/toaster.tsx'
import { texts } from '#tests/support/texts.ts'
import { longTest } from '#tests/support/long-test.ts'

beforeEach(async () => {
  // A pointer left by an earlier press might rest on the notification.
  await userEvent.hover(document.documentElement, { position: { x: 1, y: 1 } })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const created = {
  id: 'a',
  type: 'success',
  title: 'Client Created',
  message: 'Jo Park has been added successfully.',
} as const

test('a notification disappears after five seconds', async () => {
  const dismiss = vi.fn()
  await render(<Toaster notifications={[created]} onDismiss={dismiss} />)
  vi.advanceTimersByTime(4999)
  expect(dismiss).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(dismiss).toHaveBeenCalledExactlyOnceWith('a')
})

test('a notification with a duration of 0 stays until dismissed', async () => {
  const dismiss = vi.fn()
  await render(<Toaster notifications={[{ ...created, duration: 0 }]} onDismiss={dismiss} />)
  vi.advanceTimersByTime(3_600_000)
  expect(dismiss).not.toHaveBeenCalled()
  await page.getByRole('button', { name: 'Dismiss Client Created' }).click()
  expect(dismiss).toHaveBeenCalledExactlyOnceWith('a')
})

test('a notification waits while the pointer rests on it, and then has the rest of its time', async () => {
  const dismiss = vi.fn()
  await render(<Toaster notifications={[created]} onDismiss={dismiss} />)
  const toast = page.getByRole('status').element()
  vi.advanceTimersByTime(4000)
  toast.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
  // React handles the event in a later task, while the fake clock advances by some 50 ms.
  await expect.poll(() => vi.getTimerCount()).toBe(0)
  vi.advanceTimersByTime(60_000)
  expect(dismiss).not.toHaveBeenCalled()
  toast.dispatchEvent(new PointerEvent('pointerout', { bubbles: true }))
  await expect.poll(() => vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(500)
  expect(dismiss).not.toHaveBeenCalled()
  vi.advanceTimersByTime(500)
  expect(dismiss).toHaveBeenCalledOnce()
})

test('a notification waits while the page is hidden, unless its end triggers an action', async () => {
  const dismiss = vi.fn()
  const hold = vi.fn()
  const deletion = { ...created, id: 'b', title: 'Client Deleted', onHold: hold }
  await render(<Toaster notifications={[created, deletion]} onDismiss={dismiss} />)
  const sight = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  onTestFinished(() => sight.mockRestore())
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(() => vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(60_000)
  expect(dismiss).toHaveBeenCalledExactlyOnceWith('b')
  expect(hold).not.toHaveBeenCalled()
  sight.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(() => vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(5000)
  expect(dismiss).toHaveBeenLastCalledWith('a')
})

test('a notification waits while its button has the focus', async () => {
  const dismiss = vi.fn()
  await render(<Toaster notifications={[created]} onDismiss={dismiss} />)
  const dismissal = page.getByRole('button', { name: 'Dismiss Client Created' }).element()
  dismissal.focus()
  await expect.poll(() => vi.getTimerCount()).toBe(0)
  vi.advanceTimersByTime(60_000)
  expect(dismiss).not.toHaveBeenCalled()
})

longTest('on a phone a notification does not cover the text of a question', async () => {
  vi.useRealTimers()
  await page.viewport(390, 844)
  onTestFinished(() => page.viewport(1280, 900))
  await render(
    <>
      <ConfirmDialog open title="Discard your change to Elena Vasquez?" onConfirm={() => {}} onCancel={() => {}}>
        <p>It is removed from this device and cannot be brought back.</p>
      </ConfirmDialog>
      <Toaster notifications={[{ id: '1', title: 'Saved on this device', duration: 0 }]} onDismiss={() => {}} />
    </>,
  )
  const question = page.getByRole('alertdialog')
  await expect.element(question).toBeVisible()
  const toast = page.getByText('Saved on this device')
  await expect
    .poll(() => question.element().getBoundingClientRect().top - toast.element().getBoundingClientRect().bottom)
    .toBeGreaterThan(0)
})

test('success is a status, an error is an alert, and at most three show', async () => {
  const failed = { id: 'x', type: 'error', title: 'Failed to load clients', duration: 0 } as const
  const notifications = [created, { ...created, id: 'b' }, { ...created, id: 'c' }, failed]
  await render(<Toaster notifications={notifications} onDismiss={() => {}} />)
  expect(page.getByRole('status').elements()).toHaveLength(2)
  expect(texts(page.getByRole('alert'))).toEqual(['Failed to load clients'])
})

longTest('reading a notification calls its onHold repeatedly, and once more at the end', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  const onHold = vi.fn()
  await render(<Toaster notifications={[{ ...created, duration: 10_000, onHold }]} onDismiss={() => {}} />)
  expect(onHold).not.toHaveBeenCalled()
  await userEvent.hover(page.getByRole('status'))
  await vi.waitFor(() => expect(onHold).toHaveBeenCalledTimes(1))
  vi.advanceTimersByTime(8000)
  expect(onHold).toHaveBeenCalledTimes(3)
  await userEvent.hover(document.documentElement, { position: { x: 1, y: 1 } })
  await vi.waitFor(() => expect(onHold).toHaveBeenCalledTimes(4))
})
