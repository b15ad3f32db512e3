import { sql, type Kysely } from 'kysely'

/**
 * A restored database gives the numbers of accounts out a second time, and devices know agents by their numbers (decision 22). Each
 * new account takes a random number out of a million of its own, so the number of a lost account is never given to another.
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
