import { Violation } from '../world/violation.ts'
import type { ServerKind, StorageKind } from '../world/world.ts'
import type { CrashPoint } from './crash-points.ts'
import { allStories } from './stories/all-stories.ts'
import type { Story } from './story.ts'
import { type CrashRun, live } from './sweep.ts'

export type SweepOptions = {
  store: StorageKind
  /** Only stories whose name contains this text. */
  named?: string
  /** Runs every nth story, beginning with `firstStory` (0 is the first). */
  everyStory: number
  firstStory?: number
  /** Crashes at every nth point. The first point shifts from story to story, so that a sample covers different points. */
  every: number
  /** Crashes at each point in all four ways, or in one of them by turns. */
  ways: 'all' | 'by turns'
}

export type Tally = {
  stories: number
  points: number
  runs: number
  failures: { course: string; invariant: number | null; what: string }[]
}

const ways: Pick<CrashRun, 'scope' | 'afterwards'>[] = [
  { scope: 'page', afterwards: 'goes on' },
  { scope: 'device', afterwards: 'rests' },
  { scope: 'device', afterwards: 'goes on' },
  { scope: 'page', afterwards: 'rests' },
]

/** Failures after which a sweep stops: the first ones suffice to find the cause. */
const enough = 20

/** Ends a page or a device at point after point of every story, and checks the invariants each time. */
export async function sweepStories({
  store,
  named = '',
  everyStory,
  firstStory = 0,
  every,
  ways: which,
}: SweepOptions): Promise<Tally> {
  const tally: Tally = { stories: 0, points: 0, runs: 0, failures: [] }
  for (const [number, { story, server }] of storyRuns().entries()) {
    if (number % everyStory !== firstStory || !story.name.includes(named)) continue
    tally.stories += 1
    // Counted in memory, which is fast. IndexedDB has a few more points; the last ones are not reached.
    const unhurt: CrashRun = { story, server, store: 'memory', at: null, scope: 'device', afterwards: 'rests' }
    const points = await run(unhurt)
    for (let at = (tally.stories * 37) % Math.min(every, points.length); at < points.length; at += every) {
      if (tally.failures.length > enough) return tally
      tally.points += 1
      const lived = which === 'all' ? ways : [ways[(tally.points + at) % ways.length]!]
      for (const way of lived) await run({ story, server, store, at, ...way })
    }
  }
  return tally

  async function run(course: CrashRun): Promise<CrashPoint[]> {
    tally.runs += 1
    try {
      return await live(course)
    } catch (error) {
      const invariant = error instanceof Violation ? error.invariant : null
      tally.failures.push({ course: nameOf(course), invariant, what: String(error) })
      return []
    }
  }
}

/** Every story with each server it applies to. Our server is used with and without batches. */
export function storyRuns(): { story: Story; server: ServerKind }[] {
  return allStories.flatMap((story) => {
    const takesBatches = story.servers.includes('ours') && story.sends !== 'one by one'
    const servers: readonly ServerKind[] = takesBatches ? [...story.servers, 'ours in batches'] : story.servers
    return servers.map((server) => ({ story, server }))
  })
}

function nameOf({ story, server, store, at, scope, afterwards }: CrashRun): string {
  return [story.name, server, store, at ?? 'unhurt', scope, afterwards].join(' | ')
}

/** Parses the name of a run, as a failure prints it. */
export function parseRunName(name: string): CrashRun {
  const [title, server, store, at, scope, afterwards] = name.split(' | ')
  const story = allStories.find((one) => one.name === title)
  if (story === undefined) throw new Error(`There is no story “${title}”.`)
  return {
    story,
    server: server as ServerKind,
    store: store as StorageKind,
    at: at === 'unhurt' ? null : Number(at),
    scope: scope as CrashRun['scope'],
    afterwards: afterwards as CrashRun['afterwards'],
  }
}

/** A one-line summary. */
export function sweepSummary({ store }: SweepOptions, { stories, points, runs, failures }: Tally): string {
  const count = (invariant: number) => failures.filter((failure) => failure.invariant === invariant).length
  const kinds = `${count(1)} lost, ${count(2)} doubled, ${count(3)} out of order`
  const others = failures.length - count(1) - count(2) - count(3)
  return `Crash sweep, ${store}: ${stories} stories, ${points} points, ${runs} runs: ${kinds}, ${others} otherwise broken`
}
