import * as fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Question, Answers } from '#core/contract/survey.ts'
import { addDays, dateOfInstant } from '#core/domain/time/wall-clock.ts'
import { addLogToTally } from '#server/survey/fold-tally.ts'
import { publishQuestionnaire } from '#server/survey/publish-questionnaire.ts'
import { aQuestion } from '#tests/support/a-survey-question.ts'
import { isNightly, onEveryDatabase } from '#tests/support/databases.ts'
import { longTest } from '#tests/support/long-test.ts'
import { anAgent, aVisitor } from '#tests/support/server.ts'

const today = dateOfInstant(Date.now())
const monday = addDays(today, -20)
const tuesday = addDays(today, -19)

const longText = 'Spreadsheet or a shared folder with the team, printed every Monday'

/** Questions that no other test uses: counts are by question, and the tests of a file share a database. */
function questionsOf(name: string): Question[] {
  const choice = (value: string, choice_text: string, short_label = '') => ({
    choice_id: `tools-${name}_${value}`,
    choice_text,
    short_label,
  })
  return [
    {
      ...aQuestion(`tools-${name}`, { question_type: 'multiple_choice_multiple', is_required: true }),
      choices: [choice('calendar', 'Calendar'), choice('maps', 'Maps'), choice('sheet', longText, 'Sheet')],
    },
    aQuestion(`owns-${name}`, { choices: ['yes', 'no'] }),
    aQuestion(`signal-${name}`, { question_type: 'scale', section: 'Two' }),
    aQuestion(`best-${name}`, { choices: ['a', 'b', 'c', 'd'], question_type: 'ranking', section: 'Two' }),
    aQuestion(`note-${name}`, { section: 'Three' }),
  ]
}

onEveryDatabase((server, kind) => {
  const publish = (questions: Question[]) => publishQuestionnaire(server().services.database.db, questions)

  type Visit = { answers: Answers; done?: boolean; day?: string; section?: string; seconds?: number; version?: number }
  /** One respondent, with answers by the first part of the question's id. */
  async function respond(name: string, { answers, done = true, day = monday, section, seconds, version }: Visit) {
    const visitor = aVisitor(server())
    const { body } = await visitor.post('/api/questionnaire/start/', { started_on: day, version })
    if (Object.keys(answers).length === 0) return body.session_id as string
    const saved = await visitor.post('/api/questionnaire/submit/', {
      session_id: body.session_id,
      responses: Object.entries(answers).map(([id, answer]) => ({ question_id: `${id}-${name}`, answer })),
      email: 'somebody@example.com',
      is_completed: done,
      section,
      seconds_taken: seconds,
    })
    expect(saved.status).toBe(200)
    return body.session_id as string
  }

  const analytics = async (query = '') => {
    const answer = await (await anAgent(server())).get(`/api/questionnaire/analytics/${query}`)
    expect(answer.status).toBe(200)
    return answer.body
  }

  longTest('the tally equals a full count, whatever is saved, folded, deleted and published concurrently', async () => {
    const { db } = server().services.database
    const name = randomUUID().slice(0, 8)
    const questions = questionsOf(name)
    const versions = [(await publish(questions)).version]
    versions.push((await publish([...questions, aQuestion(`more-${name}`)])).version)
    const answers = fc.record(
      {
        tools: fc.uniqueArray(fc.constantFrom('calendar', 'maps', 'sheet'), { minLength: 1 }),
        owns: fc.constantFrom('yes', 'no', ''),
        signal: fc.constantFrom('1', '2', '3', '4', '5'),
        best: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 3 }),
        note: fc.constantFrom('Yes.', ''),
      },
      { requiredKeys: ['tools'] },
    )
    const respondent = fc.record({
      saves: fc.array(fc.record({ answers, done: fc.boolean() }), { maxLength: 4 }),
      day: fc.constantFrom(monday, tuesday),
      version: fc.constantFrom(...versions),
      isDeleted: fc.boolean(),
    })
    const expectExact = async () => {
      const { rows } = await sql`
        with recounted as (select started_on, version, unnest(codes) as code from survey_sessions),
          exact as (select started_on, version, code, count(*) as count from recounted group by 1, 2, 3),
          told as (select started_on, version, code, sum(count)::bigint as count from survey_counts
                   group by 1, 2, 3 having sum(count) <> 0)
        (select * from exact except select * from told) union all (select * from told except select * from exact)
      `.execute(db)
      expect(rows).toEqual([])
    }
    await fc.assert(
      fc.asyncProperty(fc.array(respondent, { minLength: 1, maxLength: 8 }), async (respondents) => {
        const answering = respondents.map(async ({ saves, day, version, isDeleted }) => {
          const visitor = aVisitor(server())
          const { body } = await visitor.post('/api/questionnaire/start/', { started_on: day, version })
          // The saves of one respondent are concurrent, too.
          await Promise.all(
            saves.map(({ answers, done }) =>
              visitor.post('/api/questionnaire/submit/', {
                session_id: body.session_id,
                responses: Object.entries(answers).map(([id, answer]) => ({ question_id: `${id}-${name}`, answer })),
                is_completed: done,
              }),
            ),
          )
          if (isDeleted) await db.deleteFrom('survey_sessions').where('id', '=', body.session_id).execute()
        })
        await Promise.all([...answering, addLogToTally(db, 0), addLogToTally(db, 0), expectExact()])
        await expectExact()
        await addLogToTally(db, 0)
        await expectExact()
      }),
      { numRuns: 25 },
    )
    const lines = await db.selectFrom('survey_tally_log').select('id').execute()
    expect(lines).toEqual([])
    expect(await db.selectFrom('survey_tally').select('code').limit(1).execute()).toHaveLength(1)
  })

  test('the tally log is folded as respondents start, so that no reader has to', async () => {
    const { db } = server().services.database
    await publish(questionsOf(randomUUID().slice(0, 8)))
    const linesAfterStart = async () => {
      await aVisitor(server()).post('/api/questionnaire/start/', {})
      return Number(
        (await db.selectFrom('survey_tally_log').select(db.fn.countAll().as('lines')).executeTakeFirstOrThrow()).lines,
      )
    }
    let before = 0
    let lines = await linesAfterStart()
    let started = 1
    for (; lines > before; started += 1) {
      expect(started).toBeLessThan(200)
      before = lines
      lines = await linesAfterStart()
    }
    expect(lines).toBe(0)
    expect((await analytics()).total_sessions).toBeGreaterThanOrEqual(started)
  })

  if (isNightly(kind)) return

  test('the analytics match numbers worked out by hand', async () => {
    const name = randomUUID().slice(0, 8)
    const { version } = await publish(questionsOf(name))
    await respond(name, {
      answers: { tools: ['calendar', 'maps'], owns: 'yes', signal: '2', best: ['a', 'b', 'c'], note: 'First' },
      seconds: 300,
    })
    await respond(name, {
      answers: { tools: ['maps'], owns: 'no', signal: '2', best: ['b', 'a'], note: 'Second' },
      seconds: 500,
      day: tuesday,
    })
    await respond(name, { answers: { tools: ['maps', 'sheet'], owns: 'yes', best: ['b'] }, seconds: 360 })
    // Left in the second section, in the first, and before the first answer.
    await respond(name, { answers: { tools: ['calendar'], owns: 'yes', signal: '5' }, done: false })
    await respond(name, { answers: { tools: ['sheet'] }, done: false, section: 'Two', day: tuesday })
    await respond(name, { answers: {} })

    const all = await analytics(`?version=${version}`)
    expect(all).toMatchObject({
      total_sessions: 6,
      completed_sessions: 3,
      completion_rate: 50,
      median_seconds: 360,
      sections: [
        { section: 'One', reached: 6, left: 1 },
        { section: 'Two', reached: 5, left: 2 },
        { section: 'Three', reached: 3, left: 0 },
      ],
      question_order: questionsOf(name).map(({ question_id }) => question_id),
    })
    expect(all.versions[0]).toBe(version)
    const option = (answer_option: string, count: number, percentage: number, choice_id: string, label?: string) => ({
      answer_option,
      count,
      percentage,
      choice_id,
      concise_label: label ?? answer_option,
    })
    const data = all.analytics_data
    expect(data[`tools-${name}`]).toEqual({
      question_text: `What about tools-${name}?`,
      question_type: 'multiple_choice_multiple',
      section: 'One',
      answered: 5,
      // Of five who answered: 2, 3 and 2.
      responses: [
        option('Calendar', 2, 40, `tools-${name}_calendar`),
        option('Maps', 3, 60, `tools-${name}_maps`),
        option(longText, 2, 40, `tools-${name}_sheet`, 'Sheet'),
      ],
      text_responses: [],
    })
    expect(data[`owns-${name}`].responses.map((one: { percentage: number }) => one.percentage)).toEqual([75, 25])
    // 2 of 3 and 1 of 3.
    expect(data[`signal-${name}`].responses).toEqual([
      option('1', 0, 0, 'scale_1'),
      option('2', 2, 66.7, 'scale_2'),
      option('3', 0, 0, 'scale_3'),
      option('4', 0, 0, 'scale_4'),
      option('5', 1, 33.3, 'scale_5'),
    ])
    // a: 3 + 2, b: 2 + 3 + 3, c: 1, of 14 points.
    expect(data[`best-${name}`].responses).toEqual([
      option('B', 8, 57.1, `best-${name}_b`),
      option('A', 5, 35.7, `best-${name}_a`),
      option('C', 1, 7.1, `best-${name}_c`),
      option('D', 0, 0, `best-${name}_d`),
    ])
    expect(data[`note-${name}`]).toMatchObject({
      answered: 2,
      responses: [],
      text_responses: ['Second', 'First'],
    })
    expect(JSON.stringify(all)).not.toContain('somebody@example.com')

    const ofTuesday = await analytics(`?version=${version}&start_date=${tuesday}&end_date=${tuesday}`)
    expect(ofTuesday).toMatchObject({ total_sessions: 2, completed_sessions: 1, median_seconds: 500 })
    expect(ofTuesday.analytics_data[`note-${name}`].text_responses).toEqual(['Second'])
    expect((await analytics(`?version=${version}&start_date=${tuesday}`)).total_sessions).toBe(2)
    expect((await analytics(`?version=${version}&end_date=${monday}`)).total_sessions).toBe(4)

    const whoOwns = await analytics(`?version=${version}&answer=owns-${name}:yes`)
    expect(whoOwns).toMatchObject({ total_sessions: 3, completed_sessions: 2, completion_rate: 66.7 })
    expect(whoOwns.analytics_data[`note-${name}`].text_responses).toEqual(['First'])
    expect(whoOwns.median_seconds).toBe(300)
    const ranked = `answer=best-${name}:b`
    expect((await analytics(`?version=${version}&${ranked}`)).total_sessions).toBe(3)
    expect((await analytics(`?version=${version}&${ranked}&answer=owns-${name}:no`)).total_sessions).toBe(1)
    expect(await analytics(`?version=${version}&answer=owns-${name}:maybe`)).toMatchObject({
      total_sessions: 0,
      completion_rate: 0,
      median_seconds: null,
    })
  })

  test('a question’s CSV has all its answers, under the same filters, with formulas escaped', async () => {
    const name = randomUUID().slice(0, 8)
    const { version } = await publish(questionsOf(name))
    await respond(name, { answers: { tools: ['maps'], note: '=HYPERLINK("http://x")' } })
    await respond(name, { answers: { tools: ['maps'], note: 'Fine, "really"' }, day: tuesday })
    const agent = await anAgent(server())
    const csv = await agent.get(`/api/questionnaire/analytics/note-${name}/csv/?version=${version}`)
    expect(csv.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="note-${name}.csv"`,
    })
    expect(csv.text).toBe(
      `\uFEFFWhat about note-${name}?\r\nAnswer\r\n"Fine, ""really"""\r\n"'=HYPERLINK(""http://x"")"\r\n`,
    )
    const filtered = await agent.get(`/api/questionnaire/analytics/note-${name}/csv/?start_date=${tuesday}`)
    expect(filtered.text).toBe(`\uFEFFWhat about note-${name}?\r\nAnswer\r\n"Fine, ""really"""\r\n`)
    expect((await agent.get('/api/questionnaire/analytics/never-asked/csv/')).status).toBe(404)
  })

  test.each([
    ['start_date=2026-02-31', 'start_date'],
    ['end_date=soon', 'end_date'],
    ['answer=owns', 'answer'],
    ['version=latest', 'version'],
  ])('the filter %s is refused at its field', async (query, field) => {
    const answer = await (await anAgent(server())).get(`/api/questionnaire/analytics/?${query}`)
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body)).toContain(field)
  })

  test.each(['analytics/?answer=role:%00', 'analytics/note/csv/?answer=ro%00le:x'])(
    'a character that no answer can have matches nothing in %s',
    async (path) => {
      const answer = await (await anAgent(server())).get(`/api/questionnaire/${path}`)
      expect(answer.status).toBe(path.includes('csv') ? 404 : 200)
    },
  )

  test('a question’s counts span versions, under its newest text, with choices no longer offered', async () => {
    const name = randomUUID().slice(0, 8)
    const first = questionsOf(name)
    const before = await publish(first)
    await respond(name, { answers: { tools: ['sheet'], owns: 'yes' } })
    const [tools, owns, ...rest] = first
    const second = [
      { ...tools!, question_text: 'Which tools?', choices: tools!.choices.slice(0, 2) },
      { ...owns!, question_id: `has-${name}` },
      ...rest,
    ]
    const after = await publish(second)
    await respond(name, { answers: { tools: ['maps'], has: 'no' } })
    const { analytics_data: data } = await analytics()
    expect(data[`tools-${name}`]).toMatchObject({ question_text: 'Which tools?', answered: 2 })
    expect(data[`tools-${name}`].responses.map((one: { count: number }) => one.count)).toEqual([0, 1, 1])
    expect(data[`owns-${name}`].answered).toBe(1)
    expect((await analytics(`?version=${before.version}`)).analytics_data).not.toHaveProperty(`has-${name}`)
    expect((await analytics(`?version=${after.version}`)).analytics_data[`tools-${name}`].answered).toBe(1)
  })
})
