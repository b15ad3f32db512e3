import type { FastifyBaseLogger } from 'fastify'
import type { DeviceCounts } from '#core/contract/device-counts.ts'
import type { Database } from '#server/database/connect.ts'
import { answeredKeys, findDeviceCounts, saveDeviceCounts, type KeptCounts } from './device-counts-repository.ts'

/**
 * Compares what a device says with what is here, and gives back the keys of confirmed operations that nothing is known of.
 * A disagreement is logged as `sync.counts`, with ids and counts only; it changes nothing.
 */
export async function compareCounts(
  { db }: Pick<Database, 'db'>,
  agentId: number,
  counts: DeviceCounts,
  log: FastifyBaseLogger,
): Promise<string[]> {
  const { keys, ...told } = counts
  const answered = await answeredKeys(db, agentId, keys)
  const missing = keys.filter((key) => !answered.has(key))
  const findings = findingsOf(counts, await findDeviceCounts(db, agentId, told.device), missing.length)
  await saveDeviceCounts(db, agentId, told, missing.length)
  if (findings.length > 0) {
    const facts = { agent: agentId, ...told, untraced: missing.length }
    log.warn({ event: 'sync.counts', findings, ...facts }, 'a device and the server disagree about what was sent')
  }
  return missing
}

/** `untraced`: called confirmed, and not here; `backwards`: it knows less than before; `too-many`: more ended than were made. */
type Finding = 'untraced' | 'backwards' | 'too-many'

function findingsOf(
  { made, confirmed, waiting, attention }: DeviceCounts,
  before: KeptCounts | undefined,
  untraced: number,
): Finding[] {
  const findings: Finding[] = []
  if (untraced > 0) findings.push('untraced')
  if (before !== undefined && (made < before.made || confirmed < before.confirmed)) findings.push('backwards')
  if (confirmed + waiting + attention > made) findings.push('too-many')
  return findings
}
