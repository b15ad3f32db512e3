import { sql, type Kysely } from 'kysely'

/** `client`, the seller, is not a foreign key, so that deleting the seller's record does not delete the card. */
export const doorCards = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table door_cards (
        id bigint generated always as identity primary key,
        agent_id bigint not null references agents,
        version bigint not null,
        client_key text,
        property bigint not null references properties,
        occupancy text not null,
        lockbox_kind text not null,
        lockbox_code text not null,
        gate_code text not null,
        alarm_code text not null,
        key_location text not null,
        instructions text not null,
        pets text not null,
        parking text not null,
        notify_seller boolean not null,
        client bigint,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        constraint door_cards_client_key_unique unique (agent_id, client_key),
        constraint door_cards_property_unique unique (agent_id, property)
      )`.execute(db)
    await sql`create index door_cards_by_version on door_cards (agent_id, version, id)`.execute(db)
    await sql`create index door_cards_by_property on door_cards (property)`.execute(db)
    // Writes a tombstone for each deleted card.
    await sql`create trigger bury_door_card after delete on door_cards
      for each row execute function bury_own_record('door_card')`.execute(db)
  },
}
