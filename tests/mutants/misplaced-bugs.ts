import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Mutant } from './mutant.ts'
import { plant } from './plant.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** Why each of these bugs cannot be tried on the current sources, one line each; empty if all can. */
export function misplacedBugs(bugs: readonly Mutant[]): string[] {
  return bugs.flatMap((bug, index) =>
    [
      ...(bugs.findIndex(({ does }) => does === bug.does) < index ? ['Another bug has the same sentence.'] : []),
      ...whyNotPlanted(bug),
      ...whyNotTested(bug),
    ].map((why) => `${bug.does} ${why}`),
  )
}

function whyNotPlanted(bug: Mutant): string[] {
  try {
    const source = readFileSync(path.join(root, bug.file), 'utf8')
    return plant(source, bug) === source ? ['It changes nothing.'] : []
  } catch (error) {
    return [String(error)]
  }
}

function whyNotTested({ tests, title }: Mutant): string[] {
  const files = tests.map((name) => path.join(root, 'tests', name))
  if (files.length === 0) return ['No test is named.']
  const missing = tests.filter((_, index) => !existsSync(files[index] ?? ''))
  if (missing.length > 0) return missing.map((name) => `There is no tests/${name}.`)
  const isTitled = title === undefined || files.some((file) => readFileSync(file, 'utf8').includes(title))
  return isTitled ? [] : [`No test is titled “${title}”.`]
}
