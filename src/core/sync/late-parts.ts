import type { recoverHistory } from './recover-history.ts'
import type { sendBatch } from './send-batch.ts'

/** The parts of the core that a page fetches only when there is something for them. */
export type LateParts = {
  /** Sends many operations in one request. */
  loadBatches: () => Promise<{ sendBatch: typeof sendBatch }>
  /** Brings the device in line with a restored server; seldom needed. */
  loadRecovery: () => Promise<{ recoverHistory: typeof recoverHistory }>
}
