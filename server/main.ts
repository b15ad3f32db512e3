import { readConfig, WrongSetting } from './config.ts'
import { account } from './commands/account.ts'
import { backup } from './commands/backup.ts'
import type { Command } from './commands/command.ts'
import { demo } from './commands/demo.ts'
import { importExposureFiles } from './commands/import-exposure.ts'
import { importProperties } from './commands/import-properties.ts'
import { serve } from './commands/serve.ts'
import { survey } from './commands/survey.ts'
import { DataFolderInUse } from './database/data-folder-lock.ts'

const commands: Record<string, Command> = {
  serve,
  demo,
  backup,
  'import-properties': importProperties,
  'import-exposure': importExposureFiles,
  survey,
  account,
}

const [name = 'serve', ...words] = process.argv.slice(2)

try {
  const command = commands[name]
  if (command === undefined) {
    throw new WrongSetting(`There is no command "${name}"; there are ${Object.keys(commands).join(', ')}.`)
  }
  await command(readConfig(process.env), words)
} catch (error) {
  const isExplained = error instanceof WrongSetting || error instanceof DataFolderInUse
  console.error(isExplained ? error.message : error)
  process.exitCode = 1
}
