import { devicesAgree, nothingBroke, nothingIsDropped, ownWritesStayVisible } from './invariants/on-devices.ts'
import {
  recordQueuesKeepOrder,
  nothingIsDoubled,
  nothingIsLost,
  nothingIsSentForAnotherAgent,
} from './invariants/on-the-server.ts'
import { noLocalKeyIsSent, requestsAreBounded } from '#tests/sync/world/invariants/in-flight-requests.ts'
import type { World } from './world.ts'

/* The invariants of the sync core as functions that throw. `heal` checks the seventh, frozen pages the eleventh. */

/** Call after each event. */
export function checkAfterEvent(world: World): void {
  nothingBroke(world)
  ownWritesStayVisible(world)
  nothingIsSentForAnotherAgent(world)
  noLocalKeyIsSent(world)
  requestsAreBounded(world)
  nothingIsDropped(world)
}

/** Call when the network is healthy, everything is decided and nothing waits. */
export function checkAtRest(world: World): void {
  checkAfterEvent(world)
  nothingIsLost(world)
  nothingIsDoubled(world)
  recordQueuesKeepOrder(world)
  devicesAgree(world)
}
