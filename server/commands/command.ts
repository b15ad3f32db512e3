import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { ExplainedError, type Config } from '#server/config.ts'
import type { Services } from '#server/services.ts'

/** Input of a command, whether it runs in its own process or inside the running server. */
export type CommandTask = {
  config: Config
  /** The arguments after the command's name. */
  words: string[]
  /** The command line's working directory. */
  folder: string
  print: (line: string) => void
  /** Provides the running server's services, or opens them for this call. */
  withServices: (work: (services: Services) => Promise<void>) => Promise<void>
  /** Aborted when the running server stops; never aborted in a process of its own. */
  signal: AbortSignal
}

export type Command = (task: CommandTask) => Promise<void>

export function fileOf({ folder }: Pick<CommandTask, 'folder'>, word: string): string {
  return path.resolve(folder, word)
}

/** Reads a file that the command line names; throws `ExplainedError` if it cannot be read. */
export function readFileOrRefuse(file: string): Promise<Buffer> {
  return readFile(file).catch(() => {
    throw new ExplainedError(`The file ${file} cannot be read.`)
  })
}

/** Returns the command; throws `ExplainedError` with a list of all commands if there is none with this name. */
export function commandOf(commands: Readonly<Record<string, Command>>, name: string): Command {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command !== undefined) return command
  throw new ExplainedError(
    `There is no command "${name}"; there are serve, share, ${Object.keys(commands).join(', ')}.`,
  )
}

/** Script of the thread that runs the embedded database; in the bundle, it is beside this file. */
export const databaseWorkerFile = new URL('database-worker.js', import.meta.url)
