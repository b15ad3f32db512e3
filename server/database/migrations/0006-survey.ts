import { sql, type Kysely } from 'kysely'

export const survey = {
  async up(db: Kysely<unknown>): Promise<void> {
    await questionnaires(db)
    await sessions(db)
    await tally(db)
  },
}

async function questionnaires(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table survey_questionnaires (
      version integer primary key,
      questions jsonb not null,
      published_at timestamptz not null default now()
    )`.execute(db)
  // A code for everything that is counted; see server/survey/survey-codes.ts. `place` is the rank of a choice in a ranking, otherwise 0.
  await sql`
    create table survey_codes (
      code integer generated always as identity primary key,
      kind text not null,
      question_id text not null,
      value text not null,
      place integer not null,
      unique (kind, question_id, value, place)
    )`.execute(db)
}

/** `codes` are the codes under which the session is counted; `completed_hash` recognizes a repeated submission of completed answers. */
async function sessions(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table survey_sessions (
      id uuid primary key default gen_random_uuid(),
      number bigint generated always as identity,
      client_key text unique,
      version integer not null references survey_questionnaires,
      started_on date not null,
      revision integer not null default 0,
      is_completed boolean not null default false,
      completed_hash text,
      seconds_taken integer,
      email text not null default '',
      codes integer[] not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db)
  await sql`
    create index survey_sessions_by_time_taken on survey_sessions (started_on, version, seconds_taken)
      where is_completed`.execute(db)
  await sql`
    create table survey_texts (
      session_id uuid not null references survey_sessions on delete cascade,
      question_id text not null,
      session_number bigint not null,
      version integer not null,
      started_on date not null,
      text text not null,
      primary key (session_id, question_id)
    )`.execute(db)
  await sql`
    create index survey_texts_latest on survey_texts (question_id, started_on desc, session_number desc)`.execute(db)
  await sql`
    create table survey_keys (
      session_id uuid not null references survey_sessions on delete cascade,
      key text not null,
      request_hash text not null,
      body text not null,
      created_at timestamptz not null default now(),
      primary key (session_id, key)
    )`.execute(db)
}

/** Changes of sessions append to the log, so respondents never wait for each other. It is folded into the tally; `survey_counts` sums both. */
async function tally(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table survey_tally (
      started_on date not null,
      version integer not null,
      code integer not null,
      count bigint not null,
      primary key (started_on, version, code)
    )`.execute(db)
  await sql`
    create table survey_tally_log (
      id bigint generated always as identity primary key,
      started_on date not null,
      version integer not null,
      added integer[] not null,
      removed integer[] not null
    )`.execute(db)
  await sql`
    create view survey_counts as
      select started_on, version, code, count from survey_tally
      union all
      select started_on, version, unnest(added), 1::bigint from survey_tally_log
      union all
      select started_on, version, unnest(removed), -1::bigint from survey_tally_log`.execute(db)
  await sql`
    create function log_survey_codes() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and old.started_on = new.started_on and old.version = new.version then
        insert into survey_tally_log (started_on, version, added, removed)
          select new.started_on, new.version, added, removed
          from (select array(select unnest(new.codes) except all select unnest(old.codes)) as added,
                       array(select unnest(old.codes) except all select unnest(new.codes)) as removed) as change
          where added <> '{}' or removed <> '{}';
        return null;
      end if;
      if tg_op <> 'INSERT' then
        insert into survey_tally_log (started_on, version, added, removed)
          values (old.started_on, old.version, '{}', old.codes);
      end if;
      if tg_op <> 'DELETE' then
        insert into survey_tally_log (started_on, version, added, removed)
          values (new.started_on, new.version, new.codes, '{}');
      end if;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger log_survey_codes after insert or delete or update of codes, started_on, version on survey_sessions
      for each row execute function log_survey_codes()`.execute(db)
}
