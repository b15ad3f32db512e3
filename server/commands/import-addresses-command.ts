import { parseArgs } from 'node:util'
import { ExplainedError } from '#server/config.ts'
import { importAddressFile } from '#server/locations/import-addresses.ts'
import type { AddressDefaults } from '#server/locations/read-address-file.ts'
import { fileOf, type CommandTask } from './command.ts'
import { formatCount } from '#core/format/numbers.ts'

const usage = 'Usage: import-addresses FILE… [--city "Rio Linda"] [--state CA]'

/** Imports address files, then looks up all homes without a location. */
export async function importAddresses(task: CommandTask): Promise<void> {
  const { files, defaults } = readArguments(task.words)
  const { print, signal } = task
  await task.withServices(async ({ database, locations }) => {
    const refused: string[] = []
    for (const file of files) {
      try {
        const report = await importAddressFile(database.db, { file: fileOf(task, file), defaults, print, signal })
        for (const line of report) print(line)
      } catch (error) {
        // An unreadable file does not prevent the import of the next ones.
        if (!(error instanceof ExplainedError)) throw error
        refused.push(error.message)
      }
    }
    const located = await locations.lookUpAllAgain()
    print(`${formatCount(located, 'home')} without a location found in the files.`)
    if (refused.length > 0) throw new ExplainedError(refused.join('\n'))
  })
}

function readArguments(words: string[]): { files: string[]; defaults: AddressDefaults } {
  const { values, positionals } = parseWords(words)
  if (positionals.length === 0) throw new ExplainedError(usage)
  return { files: positionals, defaults: { city: values.city, state: values.state } }
}

function parseWords(words: string[]) {
  try {
    return parseArgs({
      args: words,
      allowPositionals: true,
      options: { city: { type: 'string', default: '' }, state: { type: 'string', default: '' } },
    })
  } catch (error) {
    throw new ExplainedError(`${error instanceof Error ? error.message : ''} ${usage}`)
  }
}
