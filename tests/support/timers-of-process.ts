import { writeFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * Environment variables that change a server's timers: those of a duration in `changes` (`{ 4000: 100 }`) last as long as its
 * value, so that no test waits for a heartbeat. The code of `more` runs first.
 */
export async function withTimers(
  folder: string,
  changes: Readonly<Record<number, number>>,
  more = '',
): Promise<Record<string, string>> {
  const script = path.join(folder, 'timers.mjs')
  await writeFile(
    script,
    `const changes = ${JSON.stringify(changes)}
    const { setTimeout: begin } = globalThis
    globalThis.setTimeout = (work, ms, ...given) => begin(work, changes[ms] ?? ms, ...given)
    ${more}`,
  )
  return { NODE_OPTIONS: `--import=${script}` }
}
