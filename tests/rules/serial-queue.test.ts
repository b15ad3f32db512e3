import { expect, test } from 'vitest'
import { serialQueue } from '#core/serial-queue.ts'

test('works run one at a time in their order, and one that fails does not stop those behind it', async () => {
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
