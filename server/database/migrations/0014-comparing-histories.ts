import { sql, type Kysely } from 'kysely'

/** Replaces migration 13's check of the history that a device has read: PL/pgSQL caches the plan, whereas SQL planned on each call. */
export const comparingHistories = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
    create or replace function knows_history(agent bigint, known jsonb) returns boolean language plpgsql as $$
    begin
      return (coalesce(known->>'version', '0') = '0' or exists (
          select from version_history
          where agent_id = agent and version = (known->>'version')::bigint and mark = (known->>'mark')::uuid))
        and (known->>'newest' is null or exists (
          select from version_history where agent_id = agent and version = (known->>'newest')::bigint))
        and (known->>'transaction' is null or exists (
          select from shared_history
          where transaction = (known->>'transaction')::xid8 and mark = (known->>'sharedMark')::uuid));
    end $$`.execute(db)
  },
}
