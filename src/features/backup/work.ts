export { makeBackup } from './make-backup.ts'
export { openBackup, planOn, restoreFrom } from './restore-commands.ts'
export { UnusableBackup } from '#core/backup/backup-format.ts'
