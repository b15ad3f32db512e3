import { sql, type Kysely } from 'kysely'
import { journalDays } from '#core/contract/sync-protocol.ts'
import type { Tables } from './tables.ts'

/**
 * The agent's newest version and the newest transaction on shared data (catalog, available listings) at some moment, with their history
 * tokens `mark` and `sharedMark`. A database that lacks one of the two, or has another token for it, has another history. Before the
 * agent's first write, `version` is 0 and `mark` null; before the first write of shared data, `transaction` and `sharedMark` are null.
 */
export type HistoryPosition = {
  version: number
  mark: string | null
  transaction: string | null
  sharedMark: string | null
}

/** The position when the device's cursor was issued. `readUpTo`: the device has read up to this version. `newest`: versions of its later writes. */
export type KnownHistory = HistoryPosition & { readUpTo: number; newest: readonly number[] }

/** True if this database contains the whole known history; see `knows_history` in migration 26. */
export async function isSameHistory(db: Kysely<Tables>, agentId: number, known: KnownHistory): Promise<boolean> {
  const { rows } = await sql<{ same: boolean }>`
    select knows_history(${agentId}, ${JSON.stringify(known)}::jsonb) as same`.execute(db)
  return rows[0]?.same === true
}

export async function readHistoryPosition(trx: Kysely<Tables>, agentId: number): Promise<HistoryPosition> {
  const { rows } = await sql<HistoryPosition>`
    select coalesce(own.version, 0) as version, own.mark, shared.transaction::text as transaction, shared.mark as "sharedMark"
    from (select) as nothing
    left join lateral (
      select version, mark from version_history where agent_id = ${agentId} order by version desc limit 1) as own on true
    left join lateral (select transaction, mark from shared_history order by transaction desc limit 1) as shared on true`.execute(
    trx,
  )
  return rows[0]!
}

/**
 * Returns the version (`keys_from`) and the time (`keys_since`) after which all idempotency keys are stored: a missing key of an older write
 * does not prove that the write was lost. Writes up to the version `journal_from` are older than the devices' journals. Without an agent, both
 * versions are 0.
 */
export async function readKeyRetention(
  db: Kysely<Tables>,
  agentId: number | null,
  retentionDays: number,
): Promise<{ keys_from: number; keys_since: string; journal_from: number }> {
  const { rows } = await sql<{ keys_from: number; keys_since: Date; journal_from: number }>`
    with border as (select greatest(now() - make_interval(days => ${sql.lit(retentionDays)}), value::timestamptz) as time
      from settings where name = 'keys_kept_since')
    select time as keys_since, coalesce((
      select max(version) from version_history where agent_id = ${agentId} and made_at < border.time), 0) as keys_from,
      coalesce((select max(version) from version_history where agent_id = ${agentId}
        and made_at < now() - make_interval(days => ${sql.lit(journalDays)})), 0) as journal_from
    from border`.execute(db)
  const { keys_since, ...from } = rows[0]!
  return { ...from, keys_since: new Date(keys_since).toISOString() }
}
