import { localKeyPattern } from '#core/sync/records/keys.ts'
import type { Departure } from '../context.ts'
import { demand } from '../violation.ts'
import type { World } from '../world.ts'

/* What leaves the devices. */

/** 8. No local key is on the wire. */
export function noLocalKeyIsSent(world: World): void {
  for (const { departures, checked } of world.tablets) {
    for (const { method, path, fields } of departures.slice(checked.keys)) {
      const said = `${method} ${path} ${JSON.stringify(fields)}`
      demand(8, !localKeyPattern.test(said), () => `${said} names a local key`)
    }
    checked.keys = departures.length
  }
}

const mostOpen = 6
const burst = 20
const perSecond = 50

/** 9. A bounded rate: six writes open, one for each record, and no stampede after an outage. */
export function requestsAreBounded(world: World): void {
  for (const { departures, checked } of world.tablets) {
    for (const departure of departures.slice(checked.rate)) boundedWrites(departure)
    const recent = departures.slice(Math.max(0, checked.rate - burst - perSecond))
    for (const [first, { at, by, isAfterOutage }] of recent.entries()) {
      if (!isAfterOutage) continue
      const second = recent
        .slice(first)
        .filter((other) => other.by === by && other.isAfterOutage && other.at < at + 1_000)
      demand(9, second.length <= burst + perSecond, () => `${second.length} requests in a second after an outage`)
    }
    checked.rate = departures.length
  }
}

function boundedWrites({ method, path, openWrites }: Departure): void {
  if (method === 'GET') return
  demand(9, openWrites.length < mostOpen, () => `${openWrites.length + 1} writes open at once`)
  const isSameRecord = method !== 'POST' && openWrites.some((open) => open.split(' ')[1] === path)
  demand(9, !isSameRecord, () => `${method} ${path} left while ${openWrites.join(', ')} were open`)
}
