import { runInRunningServer } from './admin/ask-running-server.ts'
import { readConfig, ExplainedError, type Config } from './config.ts'
import { allCommands } from './commands/all-commands.ts'
import { commandOf, databaseWorkerFile, type CommandTask } from './commands/command.ts'
import { serve } from './commands/serve.ts'
import { DataFolderInUse } from './database/data-folder-lock.ts'
import { openServices, type OpenServices } from './open-services.ts'

// Files that this process writes, such as records and photos, can be read only by its user.
process.umask(0o077)

const [name = 'serve', ...args] = process.argv.slice(2)

try {
  const isShared = name === 'share'
  // Sharing is for other devices, so unless HOST is set, the server accepts connections from the network.
  const config = readConfig(isShared ? { ...process.env, HOST: process.env['HOST'] || '0.0.0.0' } : process.env)
  if (name === 'serve' || isShared) await serve(config, { isShared })
  else
    await run(name, {
      config,
      words: args,
      folder: process.cwd(),
      print: (line) => console.log(line),
      withServices: (work) => withOpenServices(config, work),
      signal: new AbortController().signal,
    })
} catch (error) {
  const isExplained = error instanceof ExplainedError || error instanceof DataFolderInUse
  console.error(isExplained ? error.message : error)
  // Otherwise an open database would prevent the end of the process, and its data folder would stay locked.
  process.exit(1)
}

/** Runs a command inside the server that has the data folder open, if there is one, otherwise in this process. */
async function run(name: string, task: CommandTask): Promise<void> {
  const command = commandOf(allCommands, name)
  if (task.config.databaseUrl === undefined && (await runInRunningServer(name, task))) return
  await command(task)
}

async function withOpenServices(config: Config, work: (services: OpenServices) => Promise<void>): Promise<void> {
  const services = await openServices(config, {
    workerFile: databaseWorkerFile,
    // Called if another server takes over the data folder or the database stops. The error is not caught and ends this process.
    onLost: (error) => {
      throw error
    },
  })
  try {
    await work(services)
  } finally {
    await services.close()
  }
}
