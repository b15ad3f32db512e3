import type { CrashPoint } from './crash-points.ts'
import { Interrupted } from './hand.ts'
import { heal } from './heal.ts'
import {
  type Broken,
  boundedRate,
  convergence,
  inOrder,
  noCrossUserSend,
  noSilentDuplicate,
  noSilentLoss,
  noTemporaryIdOnTheWire,
  nothingIsRemoved,
  ownWritesAreVisible,
} from './invariants.ts'
import type { StoreKind } from './store-home.ts'
import { type Scope, type ServerKind, type World, crashWorld } from './world.ts'

export type Step = (world: World) => unknown

/** A day in few steps. Each may be done again when a page ends in it. */
export type Story = {
  name: string
  servers: ServerKind[]
  /** What the server does in it concerns requests for one record only. */
  goesOneByOne?: true
  steps: Step[]
}

/** What happens to whom, and what the agent does about it: lets it rest, or does the step again and goes on. */
export type Course = {
  story: Story
  server: ServerKind
  store: StoreKind
  /** The number of the point; null to come through unhurt. */
  at: number | null
  scope: Scope
  afterwards: 'rests' | 'goes on'
}

export type Outcome = { points: CrashPoint[]; broken: { invariant: string; what: string }[] }

/** Lives through a story with one crash in it, starts again, lets everything drain and looks at the invariants. */
export async function live({ story, server, store, at, scope, afterwards }: Course): Promise<Outcome> {
  const world = await crashWorld(server, store, at, scope)
  const broken: Outcome['broken'] = []
  const note = (invariant: string, found: Broken) => broken.push(...found.map((what) => ({ invariant, what })))

  for (const [number, step] of story.steps.entries()) {
    for (;;) {
      const end = await take(world, number, step)
      if (end === 'done' || afterwards === 'rests') break
      await restart()
    }
    if (world.points.hasCrashed()) await restart()
    if (world.points.hasCrashed() && afterwards === 'rests') break
  }

  async function restart(): Promise<void> {
    for (const device of world.devices) {
      await world.clock.run(device.restart())
      note('4 own writes are visible', await world.clock.run(ownWritesAreVisible(world, device)))
    }
  }

  const points = [...world.points.passed]
  note('7 progress', await heal(world))
  note('1 no silent loss', noSilentLoss(world))
  note('2 no silent duplicate', noSilentDuplicate(world))
  note('3 order', inOrder(world))
  note('6 no cross-user send', noCrossUserSend(world))
  note('8 no temporary id on the wire', noTemporaryIdOnTheWire(world))
  note('9 bounded rate', boundedRate(world))
  for (const device of world.devices) {
    if (device.network.sent.length === 0) continue
    note('4 own writes are visible', await world.clock.run(ownWritesAreVisible(world, device)))
    note('5 convergence', await world.clock.run(convergence(world, device)))
    note('10 nothing is removed', await world.clock.run(nothingIsRemoved(device)))
  }
  return { points, broken }
}

async function take(world: World, number: number, step: Step): Promise<'done' | 'interrupted'> {
  world.beginStep(number)
  try {
    await world.clock.run(Promise.resolve(step(world)))
    return 'done'
  } catch (error) {
    if (error instanceof Interrupted) return 'interrupted'
    throw error
  }
}
