import { writeFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * The setting under which a server process has other timers: those of a number of milliseconds last as long as `changes` says
 * (`{ 5000: 100 }`), so that no test waits for a heartbeat. `more` is code that runs in it first.
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
