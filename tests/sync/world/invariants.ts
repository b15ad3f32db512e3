import { devicesAgree, nothingBroke, nothingIsDropped, ownWritesStayVisible } from './invariants/on-devices.ts'
import {
  chainsKeepTheirOrder,
  nothingIsDoubled,
  nothingIsLost,
  nothingIsSentForAnotherAgent,
} from './invariants/on-the-server.ts'
import { noLocalKeyIsSent, requestsAreBounded } from './invariants/on-the-way.ts'
import type { World } from './world.ts'

/*
 * The invariants of the sync core, each a function that throws. They look at what people were told (the ledger), at
 * what the server has and has done, and at what lies on the devices. The seventh is looked at while a world heals, the
 * eleventh when a page is frozen.
 */

/** After each thing that happens. */
export function checkAtOnce(world: World): void {
  nothingBroke(world)
  ownWritesStayVisible(world)
  nothingIsSentForAnotherAgent(world)
  noLocalKeyIsSent(world)
  requestsAreBounded(world)
  nothingIsDropped(world)
}

/** When the network is healthy, everything was decided and nothing waits. */
export function checkInTheEnd(world: World): void {
  checkAtOnce(world)
  nothingIsLost(world)
  nothingIsDoubled(world)
  chainsKeepTheirOrder(world)
  devicesAgree(world)
}
