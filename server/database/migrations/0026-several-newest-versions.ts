import { sql, type Kysely } from 'kysely'

/** `newest`, the versions that the device's writes got after its cursor was issued, is now a list; the previous release still passes one number. */
export const severalNewestVersions = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
    create or replace function knows_history(agent bigint, known jsonb) returns boolean language plpgsql as $$
    begin
      return (coalesce(known->>'version', '0') = '0' or exists (
          select from version_history
          where agent_id = agent and version = (known->>'version')::bigint and mark = (known->>'mark')::uuid))
        and not exists (
          select from jsonb_path_query(known, 'lax $.newest[*] ? (@ != null)') as its(version)
          where not exists (
            select from version_history where agent_id = agent and version_history.version = its.version::bigint))
        and (known->>'transaction' is null or exists (
          select from shared_history
          where transaction = (known->>'transaction')::xid8 and mark = (known->>'sharedMark')::uuid));
    end $$`.execute(db)
  },
}
