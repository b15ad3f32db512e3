import { heal } from '../world/heal.ts'
import { checkAfterEvent, checkAtRest } from '../world/invariants.ts'
import { type ServerKind, type StorageKind, World } from '../world/world.ts'
import { type CrashPoint, crashPoints } from './crash-points.ts'
import { Interrupted, Play } from './play.ts'
import type { Step, Story } from './story.ts'

/** One run of a story: what crashes where, and whether the agent then stops or repeats the step and continues. */
export type CrashRun = {
  story: Story
  server: ServerKind
  store: StorageKind
  /** The number of the crash point; null for a run without a crash. */
  at: number | null
  /** `page` ends the page at the point, `device` everything that runs on its device. */
  scope: 'page' | 'device'
  afterwards: 'rests' | 'goes on'
}

/** The limit, in a run with one crash, for everything that needs no decision. */
const longestWaitMs = 45 * 60_000

/** Runs a story with one crash, restarts, heals and checks the invariants. Resolves to the points that it passed. */
export async function live({ story, server, store, at, scope, afterwards }: CrashRun): Promise<CrashPoint[]> {
  const world = new World(server, store)
  const points = crashPoints(at, (context) => {
    const device = world.tablets.find((tablet) => tablet.contexts().includes(context))
    for (const dying of scope === 'page' ? [context] : (device?.contexts() ?? [])) dying.kill()
  })
  world.onPoint = points.pass
  const play = new Play(world)

  for (const [number, step] of story.steps.entries()) {
    while ((await take(play, number, step)) === 'interrupted') {
      if (afterwards === 'rests') break
      await restart(world)
    }
    if (!points.hasCrashed()) continue
    await restart(world)
    if (afterwards === 'rests') break
  }
  world.onPoint = () => {}
  await heal(world, longestWaitMs)
  checkAtRest(world)
  world.end()
  return points.passed
}

async function take(play: Play, number: number, step: Step): Promise<'done' | 'interrupted'> {
  play.beginStep(number)
  try {
    await play.clock.run(Promise.resolve(step(play)))
    return 'done'
  } catch (error) {
    if (error instanceof Interrupted) return 'interrupted'
    throw error
  }
}

/** Thaws frozen pages. Ended pages are reopened when they are needed. */
async function restart(world: World): Promise<void> {
  for (const { contexts } of world.tablets) for (const context of contexts()) context.thaw()
  await world.pass(0)
  checkAfterEvent(world)
}
