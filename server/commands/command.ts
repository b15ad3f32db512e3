import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { WrongSetting, type Config } from '#server/config.ts'
import type { Services } from '#server/services.ts'

/** What a command works with, the same in a process of its own and inside the server that has the data folder open. */
export type CommandTask = {
  config: Config
  /** The words behind the command's name. */
  words: string[]
  /** Where the command line stands: names of files begin there. */
  folder: string
  print: (line: string) => void
  /** Lends database and photo store to one piece of work: the running server's, or opened for it alone. */
  withServices: (work: (services: Services) => Promise<void>) => Promise<void>
  /** Aborted when the server that runs the command stops. */
  signal: AbortSignal
}

export type Command = (task: CommandTask) => Promise<void>

/** The file that a word names, as the command line means it. */
export function fileOf({ folder }: Pick<CommandTask, 'folder'>, word: string): string {
  return path.resolve(folder, word)
}

/** The bytes of a file that is named on the command line; throws `WrongSetting` when it cannot be read. */
export function readNamed(file: string): Promise<Buffer> {
  return readFile(file).catch(() => {
    throw new WrongSetting(`The file ${file} cannot be read.`)
  })
}

/** The command of this name; the message for any other lists those that there are. */
export function commandOf(commands: Readonly<Record<string, Command>>, name: string): Command {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command !== undefined) return command
  throw new WrongSetting(`There is no command "${name}"; there are serve, share, ${Object.keys(commands).join(', ')}.`)
}

/** The thread of the embedded database, beside the bundle. */
export const databaseWorkerFile = new URL('database-worker.js', import.meta.url)
