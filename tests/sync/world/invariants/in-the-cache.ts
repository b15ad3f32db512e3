import type { Context } from '../context.ts'
import type { AgentName, SimulatedDevice } from '#tests/sync/world/simulated-device.ts'
import { demand } from '../violation.ts'
import type { World } from '../world.ts'

/** 11. While a page is frozen in the browser's cache, other pages of its device read and write at once (fault A24). */
export async function nothingWaitsForFrozenPages(world: World): Promise<void> {
  for (const { tablet, agent } of world.workplaces) {
    if (!contextsOf(tablet, agent).some(({ isCached }) => isCached)) continue
    demand(11, await answersAtOnce(world, tablet, agent), () => {
      return `a frozen page of agent ${agent} on device ${tablet.number} keeps others from reading and writing`
    })
  }
}

/** Whether another page can read and write every table without any time passing. */
export async function answersAtOnce(world: World, tablet: SimulatedDevice, agent: AgentName): Promise<boolean> {
  const { store } = tablet.places[agent]
  if (!store.isOpened()) return true
  let isAnswered = false
  void store.visit().then(() => (isAnswered = true))
  await world.pass(0)
  return isAnswered
}

function contextsOf(tablet: SimulatedDevice, agent: AgentName): Context[] {
  return tablet.contexts().filter(({ place }) => place.agent === agent)
}
