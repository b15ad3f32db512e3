import { runRange } from './run-range.ts'
import type { ServerKind, StorageKind } from '../world/world.ts'

/* A child process of `tests/long.mjs`: runs a range of histories and reports to its parent. */

const [from, to, server, storage] = process.argv.slice(2)
const result = await runRange(Number(from), Number(to), {
  ...(server ? { server: server as ServerKind } : {}),
  ...(storage ? { storage: storage as StorageKind } : {}),
  onFailure: (failure) => void process.send?.({ failure }),
})
process.send?.({ result }, () => process.exit(0))
