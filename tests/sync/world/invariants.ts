import { devicesAgree, nothingBroke, nothingIsDropped, ownWritesStayVisible } from './invariants/on-devices.ts'
import {
  chainsKeepTheirOrder,
  nothingIsDoubled,
  nothingIsLost,
  nothingIsSentForAnotherAgent,
} from './invariants/on-the-server.ts'
import { noLocalKeyIsSent, requestsAreBounded } from './invariants/on-the-way.ts'
import type { World } from './world.ts'

/* The invariants of the sync core as functions that throw. `heal` checks the seventh, frozen pages the eleventh. */

/** Call after each event. */
export function checkAtOnce(world: World): void {
  nothingBroke(world)
  ownWritesStayVisible(world)
  nothingIsSentForAnotherAgent(world)
  noLocalKeyIsSent(world)
  requestsAreBounded(world)
  nothingIsDropped(world)
}

/** Call when the network is healthy, everything is decided and nothing waits. */
export function checkInTheEnd(world: World): void {
  checkAtOnce(world)
  nothingIsLost(world)
  nothingIsDoubled(world)
  chainsKeepTheirOrder(world)
  devicesAgree(world)
}
