// The built `database-worker.js` without fsync, which would take most of the server tests' time. `embedded-database.long.test.ts`
// and `process.long.test.ts` test that commits reach the disk.
import fs from 'node:fs'

fs.fsyncSync = () => {}
await import('./database-worker.js')
