import { sql, type Kysely } from 'kysely'

/**
 * `begin_writes` begins several writes in one call and returns the stored answer of each key, in order. Keys of our own client are
 * `<UUID>:<revision>`. If a newer revision has been answered, its answer is returned, so that a delayed first attempt
 * has no effect. Keys are compared by bytes, so that an index finds all revisions. `begin_write` remains for server
 * processes of the previous version.
 */
export const newestRevision = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table idempotency_keys alter column key type text collate "C"`.execute(db)
    await sql`
      create function begin_writes(writer bigint, operations text[])
      returns table (key text, request_hash text, status integer, headers text, body text)
      language plpgsql as $$
      #variable_conflict use_column
      declare
        asked text;
        name text;
        kept idempotency_keys;
      begin
        insert into agent_versions (agent_id, version) values (writer, 1)
          on conflict (agent_id) do update set version = agent_versions.version + 1;
        foreach asked in array operations loop
          name := substring(asked from '^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):[0-9]+$');
          select * into kept from idempotency_keys as one where one.agent_id = writer and one.key = asked;
          if kept.key is null and name is not null then
            select one.* into kept from idempotency_keys as one
              cross join lateral (select substring(substring(one.key from length(name) + 2) from '^[0-9]+$')::numeric) as its(revision)
              where one.agent_id = writer and one.key > name || ':' and one.key < name || ';'
                and its.revision > substring(asked from length(name) + 2)::numeric
              order by its.revision desc limit 1;
          end if;
          key := kept.key;
          request_hash := kept.request_hash;
          status := kept.status;
          headers := kept.headers;
          body := kept.body;
          return next;
        end loop;
      end $$`.execute(db)
  },
}
