export { makeBackup } from './backup-commands.ts'
export { openBackup, planOn, restoreFrom } from './restore-commands.ts'
export { UnusableBackup } from '#core/backup/backup-format.ts'
