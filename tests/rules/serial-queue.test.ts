import { expect, test } from 'vitest'
import { serialQueue } from '#core/serial-queue.ts'

test('tasks run one at a time in order, and a failing one does not stop the next', async () => {
  const inTurn = serialQueue()
  const steps: string[] = []
  const work = (name: string) => async () => {
    steps.push(`${name} begins`)
    await Promise.resolve()
    steps.push(`${name} ends`)
    return name
  }
  const first = inTurn(work('first'))
  const failing = inTurn(() => Promise.reject(new Error('refused')))
  const last = inTurn(work('last'))
  await expect(failing).rejects.toThrow('refused')
  expect(await Promise.all([first, last])).toEqual(['first', 'last'])
  expect(steps).toEqual(['first begins', 'first ends', 'last begins', 'last ends'])
})
