import type { Pull } from './read-feed.ts'
import type { recoverHistory } from './recover-history.ts'
import type { Sending } from '#core/sync/sending/sending.ts'
import type { History } from '#core/sync/sending/server-verdict.ts'

/** What a page fetches only when it is needed, which is seldom. */
export type RecoveryPart = {
  loadRecovery: () => Promise<{ recoverHistory: typeof recoverHistory }>
}

/** Brings the device in line with a server whose history is another one; see `recover-history.ts`, which is fetched when it is needed. */
export async function recover(sending: Sending, history: History, parts: RecoveryPart): Promise<Pull> {
  let recovery: Awaited<ReturnType<RecoveryPart['loadRecovery']>>
  try {
    recovery = await parts.loadRecovery()
  } catch {
    // Without the network there is no code for it either; the next exchange tries again.
    return { end: 'failed', verdict: { kind: 'not-sent' } }
  }
  return recovery.recoverHistory(sending, history)
}
