import { sql, type Kysely } from 'kysely'

/**
 * `begin_write` returns the agent's next version, and the answer stored under the key (`operation`), if any. It locks the agent's version
 * row first: a retry that waited for the lock must see the answer that the first request committed. A single SQL statement would read
 * from a snapshot taken before the wait; in a function, each statement takes its own.
 */
export const beginWrite = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create function begin_write(writer bigint, operation text)
      returns table (version bigint, request_hash text, status integer, headers text, body text)
      language plpgsql as $$
      #variable_conflict use_column
      begin
        insert into agent_versions (agent_id, version) values (writer, 1)
          on conflict (agent_id) do update set version = agent_versions.version + 1
          returning agent_versions.version into version;
        select kept.request_hash, kept.status, kept.headers, kept.body into request_hash, status, headers, body
          from idempotency_keys as kept where kept.agent_id = writer and kept.key = operation;
        return next;
      end $$`.execute(db)
  },
}
