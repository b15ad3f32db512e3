import { expect, test } from 'vitest'
import { holdRespondent } from '#storage/respondent-hold.ts'

test('a respondent is taken from a page that is a second late in letting go, and not from a tab that has them', async () => {
  const key = crypto.randomUUID()
  const letGo = await holdRespondent(key)
  expect(await holdRespondent(key)).toBeNull()
  setTimeout(() => letGo?.(), 1000)
  const taken = await holdRespondent(key)
  expect(taken).not.toBeNull()
  taken?.()
})
