import { afterEach, beforeEach, expect, test } from 'vitest'
import { forgetKioskLock, readKioskLock } from '#storage/kiosk/kiosk-lock.ts'
import { lockWithPin, pinPauseEnd, tryPin, wrongPinsBeforePause } from '#storage/kiosk/kiosk-pin.ts'

const now = 1_800_000_000_000

beforeEach(() => lockWithPin({ agentId: '1', path: '/open-houses/7/kiosk' }, '2468'))
afterEach(forgetKioskLock)

async function fiveWrongPins() {
  for (let tried = 1; tried < wrongPinsBeforePause; tried += 1)
    expect(await tryPin('1357', now)).toEqual({ outcome: 'wrong', triesLeft: wrongPinsBeforePause - tried })
  return tryPin('1357', now)
}

test('the right PIN opens the kiosk and removes its lock', async () => {
  expect(await tryPin('2468', now)).toEqual({ outcome: 'right' })
  expect(await readKioskLock()).toBeUndefined()
})

test('after five wrong PINs even the right one has to wait for a minute', async () => {
  expect(await fiveWrongPins()).toEqual({ outcome: 'paused', until: now + 60_000 })
  expect(await tryPin('2468', now + 59_999)).toEqual({ outcome: 'paused', until: now + 60_000 })
  expect(await pinPauseEnd(now + 60_000)).toBeNull()
  expect(await tryPin('2468', now + 60_000)).toEqual({ outcome: 'right' })
})

test('J9: a clock that is set back never makes the pause longer', async () => {
  await fiveWrongPins()
  const yesterday = now - 86_400_000
  expect(await pinPauseEnd(yesterday)).toBe(yesterday + 60_000)
  expect(await tryPin('2468', yesterday)).toEqual({ outcome: 'paused', until: yesterday + 60_000 })
})
