import type { LateParts } from './late-parts.ts'
import type { Pull } from './read-feed.ts'
import type { Sending } from './sending.ts'
import type { History } from './server-verdict.ts'

/** Brings the device in line with a server whose history is another one; see `recover-history.ts`, which is fetched when it is needed. */
export async function recover(sending: Sending, history: History, parts: LateParts): Promise<Pull> {
  let recovery: Awaited<ReturnType<LateParts['loadRecovery']>>
  try {
    recovery = await parts.loadRecovery()
  } catch {
    // Without the network there is no code for it either; the next exchange tries again.
    return { end: 'failed', verdict: { kind: 'not-sent' } }
  }
  return recovery.recoverHistory(sending, history)
}
