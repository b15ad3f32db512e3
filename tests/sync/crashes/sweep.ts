import { heal } from '../world/heal.ts'
import { checkAtOnce, checkInTheEnd } from '../world/invariants.ts'
import { type ServerKind, type StorageKind, World } from '../world/world.ts'
import { type CrashPoint, crashPoints } from './crash-points.ts'
import { Interrupted, Play } from './play.ts'
import type { Step, Story } from './story.ts'

/** What happens to whom, and what the agent does about it: lets it rest, or does the step again and goes on. */
export type Course = {
  story: Story
  server: ServerKind
  store: StorageKind
  /** The number of the point; null to come through unhurt. */
  at: number | null
  /** What ends: the page that stood at the point, or all that runs on its device. */
  scope: 'page' | 'device'
  afterwards: 'rests' | 'goes on'
}

/** With one crash, nothing that the agent need not decide may take longer. */
const longestWaitMs = 45 * 60_000

/**
 * Lives through a story with one crash in it, starts again, lets everything drain and looks at the invariants. Resolves to the
 * points that it passed; rejects with what is broken.
 */
export async function live({ story, server, store, at, scope, afterwards }: Course): Promise<CrashPoint[]> {
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
  checkInTheEnd(world)
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

/** What has ended is opened again once it is needed, and what was frozen wakes. */
async function restart(world: World): Promise<void> {
  for (const { contexts } of world.tablets) for (const context of contexts()) context.thaw()
  await world.pass(0)
  checkAtOnce(world)
}
