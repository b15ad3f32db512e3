import { localKeyPattern } from '#core/sync/records/keys.ts'
import type { Departure } from '../context.ts'
import { demand } from '../violation.ts'
import type { World } from '../world.ts'

/** 8. No local key is ever sent. */
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
/** Twenty at once and fifty a second, as after an outage; with few records there is never a reason for more. */
const maxInOneSecond = 70

/** 9. The rate is limited: six writes open, one for each record, and no stampede. */
export function requestsAreBounded(world: World): void {
  for (const { departures, checked } of world.tablets) {
    for (const departure of departures.slice(checked.rate)) boundedWrites(departure)
    const recent = departures.slice(Math.max(0, checked.rate - maxInOneSecond))
    for (const [first, { at, by }] of recent.entries()) {
      const second = recent.slice(first).filter((other) => other.by === by && other.at < at + 1_000)
      demand(9, second.length <= maxInOneSecond, () => `${second.length} requests of a ${by} in a second`)
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
