import { agentDecides } from './agent-decides.ts'
import type { Device } from './device.ts'
import { type Broken, longestWaitMs } from './invariants.ts'
import type { World } from './world.ts'

/** The network is well, everybody is signed in, and the agent decides whatever asks. Resolves to what did not come to an end. */
export async function heal(world: World): Promise<Broken> {
  const { clock, server } = world
  const used = await usedDevices(world)
  for (const { network } of used) Object.assign(network, { isOnline: true, latencyMs: 0 })
  for (let round = 0; round < 8; round++) {
    for (const device of used) {
      server.signedInAs = Number(device.owner)
      const stuck = await drain(world, device)
      if (stuck.length > 0) return stuck
      await decideAll(world, device)
    }
    const left = await Promise.all(used.map(async (device) => (await device.operations()).length))
    if (left.every((count) => count === 0)) break
  }
  // Long enough for lagging copies to be believed, and for a second look at what would vanish.
  for (let round = 0; round < 3; round++) {
    await clock.pass(11 * 60_000)
    for (const device of used) {
      server.signedInAs = Number(device.owner)
      await clock.run(device.tab.sync())
      await decideAll(world, device)
    }
  }
  return []
}

async function decideAll(world: World, device: Device): Promise<void> {
  for (const { opId } of await device.operations()) {
    const operation = (await device.operations()).find((other) => other.opId === opId)
    if (operation !== undefined) await world.clock.run(agentDecides(world, device, operation))
  }
}

async function usedDevices({ devices }: World): Promise<Device[]> {
  const used = await Promise.all(
    devices.map(async (device) => device.network.sent.length > 0 || (await device.operations()).length > 0),
  )
  return devices.filter((_, index) => used[index])
}

/** Invariant 7: whatever the agent need not decide has gone within the time. */
async function drain({ clock }: World, device: Device): Promise<Broken> {
  const until = clock.now() + longestWaitMs
  for (;;) {
    const outcome = await clock.run(device.tab.sync({ isAsked: false }))
    const states = (await device.operations()).map(({ state }) => state)
    const asks = states.filter((state) => state === 'attention' || state === 'conflict').length
    const isQuiet = states.filter((state) => state === 'blocked').length + asks === states.length
    if (outcome?.state === 'idle' && isQuiet && (asks > 0 || states.length === 0)) return []
    if (clock.now() > until)
      return [`after ${longestWaitMs / 60_000} minutes still ${states.join(', ')} (${outcome?.state})`]
    const next = (outcome?.nextAttemptAt ?? clock.now()) - clock.now()
    await clock.pass(Math.min(60_000, Math.max(1_000, next)))
  }
}
