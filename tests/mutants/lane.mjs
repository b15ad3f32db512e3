// Tries planted bugs one after the other, as `mutants.mjs` sends them; that process ends a lane that hangs.
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createVitest } from 'vitest/node'

const folder = path.dirname(fileURLToPath(import.meta.url))
const root = path.resolve(folder, '../..')
// The crash sweep finds as much in memory, and faster.
process.env.STORE = 'memory'
// The tests themselves cover how the databases differ.
process.env.DATABASES = 'embedded'
const vitest = await createVitest('test', { root, config: path.join(folder, 'vitest.config.ts'), watch: false })
await vitest.standalone()

process.on('message', (mutant) => void answer(mutant))
process.send({ end: 'ready' })

async function answer(mutant) {
  const startedAt = performance.now()
  const result = await run(mutant).catch((error) => ({ end: 'broken', why: String(error) }))
  process.send({ ...result, ms: Math.round(performance.now() - startedAt) })
}

/** Without `find`, it runs the unchanged program, whose tests must pass. */
async function run({ tests, titles, ...bug }) {
  const isPlanted = bug.find !== undefined
  globalThis.plantedBug = isPlanted ? bug : null
  if (isPlanted) vitest.invalidateFile(path.join(root, bug.file))
  if (titles === null) vitest.resetGlobalTestNamePattern()
  else vitest.setGlobalTestNamePattern(new RegExp(titles.map(literally).join('|'), 'u'))
  try {
    const specifications = (
      await Promise.all(tests.map((test) => vitest.globTestSpecifications([path.join(root, 'tests', test)])))
    ).flat()
    if (specifications.length < tests.length) return { end: 'broken', why: `There is no ${tests.join(' or no ')}.` }
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
    // Modules of an earlier run do not count.
    const files = new Set(specifications.map(({ moduleId }) => moduleId))
    const modules = testModules.filter(({ moduleId }) => files.has(moduleId))
    const failed = modules.flatMap((module) => [...module.children.allTests('failed')])
    if (failed.length > 0) return { end: 'caught', by: failed[0].fullName }
    if (unhandledErrors.length > 0) return { end: 'caught', by: `an unhandled ${String(unhandledErrors[0])}` }
    const errors = modules.flatMap((module) => module.errors())
    if (errors.length > 0) return { end: 'broken', why: errors[0].message }
    const passed = modules.reduce((sum, module) => sum + [...module.children.allTests('passed')].length, 0)
    return passed > 0 ? { end: 'survived' } : { end: 'broken', why: 'No test was run.' }
  } finally {
    globalThis.plantedBug = null
    if (isPlanted) vitest.invalidateFile(path.join(root, bug.file))
  }
}

function literally(text) {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
