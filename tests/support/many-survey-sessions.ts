/**
 * SQL that fills the survey with random sessions of 25 answers over the past year, three quarters of them completed. It needs
 * the server's first questionnaire. The trigger that logs answers runs as usual.
 */
export function manySurveySessions(count: number): string[] {
  return [
    'select setseed(0.5)',
    // The choices by question; one of each is drawn as the answer.
    `create temporary table drawn as
       select array_agg(code order by code) as codes from survey_codes
       where kind = 'chosen' group by question_id
       union all
       select array_agg(code order by code) from survey_codes where kind = 'ranked' group by place`,
    `create temporary table always as
       select array_agg(code) as codes from survey_codes where kind in ('session', 'answered')`,
    `create temporary table ends as
       select array_agg(code order by kind, code) as codes from survey_codes where kind in ('completed', 'left')`,
    `insert into survey_sessions (version, started_on, is_completed, seconds_taken, codes)
       select 1, current_date - (number % 365), number % 4 > 0, 200 + (random() * 600)::int,
         (select codes from always)
           || (select codes[case when number % 4 > 0 then 1 else 2 + number % 6 end] from ends)
           || array(select codes[1 + floor(random() * array_length(codes, 1))::int] from drawn where number > 0)
       from generate_series(1, ${count}) as number`,
    `insert into survey_texts (session_id, question_id, session_number, version, started_on, text)
       select id, question_id, number, version, started_on, 'Typing the same address into three apps, again and again.'
       from survey_sessions cross join (values ('slowdown'), ('wish')) as asked (question_id)`,
    'analyze survey_sessions',
    'analyze survey_texts',
  ]
}
