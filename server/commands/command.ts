import type { Config } from '#server/config.ts'

/** What the command line can ask for: gets the settings and the words behind the command's name. */
export type Command = (config: Config, words: string[]) => Promise<void>

/** The thread of the embedded database, beside the bundle. */
export const databaseWorkerFile = new URL('database-worker.js', import.meta.url)
