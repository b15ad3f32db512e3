// Beside the built `database-worker.js`: the same on a disk that calls everything written at once. Waiting for the real one takes
// most of the server tests' time; that commits do reach it is what `embedded-database.test.ts` and `process.test.ts` try.
import fs from 'node:fs'

fs.fsyncSync = () => {}
await import('./database-worker.js')
