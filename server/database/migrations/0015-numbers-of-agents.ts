import { sql, type Kysely } from 'kysely'

/**
 * A restored database assigns account ids a second time, but devices identify agents by id (decision 22). Each new
 * account gets a random id from a range of its own, so the id of a lost account is practically never reused.
 */
export const numbersOfAgents = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create function scatter_agent_number() returns trigger language plpgsql as $$
      begin
        new.id := new.id * 1048576 + floor(random() * 1048576)::bigint;
        return new;
      end $$`.execute(db)
    await sql`create trigger agent_number_scattered before insert on agents
      for each row execute function scatter_agent_number()`.execute(db)
  },
}
