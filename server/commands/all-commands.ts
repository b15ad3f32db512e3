import { account } from './account-command.ts'
import { backup } from './backup.ts'
import type { Command } from './command.ts'
import { demo } from '#server/commands/demo/demo.ts'
import { importAddresses } from './import-addresses-command.ts'
import { importExposureFiles } from './import-exposure-command.ts'
import { importProperties } from './import-properties-command.ts'
import { moveToPostgres } from './move-to-postgres.ts'
import { restore } from './restore.ts'
import { survey } from './survey-command.ts'

/** All commands except `serve` and `share`. */
export const allCommands: Readonly<Record<string, Command>> = {
  demo,
  backup,
  restore,
  'import-properties': importProperties,
  'import-addresses': importAddresses,
  'import-exposure': importExposureFiles,
  'move-to-postgres': moveToPostgres,
  survey,
  account,
}
