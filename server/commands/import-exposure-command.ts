import path from 'node:path'
import { parseArgs } from 'node:util'
import { findAgentByUsername } from '#server/accounts/agents-repository.ts'
import { ExplainedError } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { linesOfSkipped } from '#server/properties/import-report.ts'
import { printedColumns } from '#server/properties/printed-columns.ts'
import { importExposure } from '#server/statistics/import-exposure.ts'
import { readExposure } from '#server/statistics/read-exposure.ts'
import { fileOf, readFileOrRefuse, type CommandTask } from './command.ts'

const usage = 'Usage: import-exposure FILE… --agent USERNAME'

export async function importExposureFiles(task: CommandTask): Promise<void> {
  const { files, agent } = readWords(task.words)
  await task.withServices(async ({ database }) => {
    for (const file of files) {
      for (const line of await importExposureFile(database, agent, fileOf(task, file))) task.print(line)
    }
  })
}

/** Imports one file, as a whole or not at all, and returns the report. */
export async function importExposureFile(database: Database, username: string, file: string): Promise<string[]> {
  const agent = await findAgentByUsername(database.db, username)
  if (agent === undefined) throw new ExplainedError(`There is no agent "${username}".`)
  const bytes = await readFileOrRefuse(file)
  const read = readExposure(bytes)
  if ('missingColumns' in read) {
    throw new ExplainedError(
      `${file} has no column for ${read.missingColumns.join(', ')}; its columns are ${printedColumns(read.headings)}.`,
    )
  }
  const { figures, listings, skipped } = await importExposure(database, agent.id, read)
  const counts = `${read.rowsRead} rows read, ${figures} figures of ${listings} listings kept, ${skipped.length} skipped`
  return [`${path.basename(file)}: ${counts}.`, ...linesOfSkipped(skipped)]
}

function readWords(words: string[]): { files: string[]; agent: string } {
  const { values, positionals } = parse(words)
  if (positionals.length === 0 || values.agent === undefined) throw new ExplainedError(usage)
  return { files: positionals, agent: values.agent }
}

function parse(words: string[]) {
  try {
    return parseArgs({ args: words, allowPositionals: true, options: { agent: { type: 'string' } } })
  } catch (error) {
    throw new ExplainedError(`${error instanceof Error ? error.message : ''} ${usage}`)
  }
}
