import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Question, Answer, SurveyResponse } from '#core/contract/survey.ts'
import { addDays, dateOfInstant } from '#core/domain/time/wall-clock.ts'
import { questionKind, choiceValue } from '#core/survey/question-kinds.ts'
import { answersToSubmit, leaveSection, requiredMessage } from '#core/survey/required-answers.ts'
import { visibleSections } from '#core/survey/visible-questions.ts'
import { runHousekeeping } from '#server/housekeeping.ts'
import { publishQuestionnaire, sampleQuestions } from '#server/survey/publish-questionnaire.ts'
import { aQuestion } from '#tests/support/a-survey-question.ts'
import { isNightly, onEveryDatabase } from '#tests/support/databases.ts'
import { anAgent, aVisitor, type TestServer, type Visitor } from '#tests/support/server.ts'
import { longTest } from '#tests/support/long-test.ts'

/** A short questionnaire; every test publishes a version of its own, so that tests do not depend on each other. */
async function shortQuestionnaire({ services }: TestServer) {
  const questions = [
    aQuestion('owns', { choices: ['yes', 'no'], is_required: true }),
    aQuestion('which', { showIf: { owns: { operator: 'equals', value: 'yes' } }, is_required: true }),
    aQuestion('tools', { choices: ['a', 'b', 'c'], question_type: 'multiple_choice_multiple', section: 'Two' }),
    aQuestion('best', { choices: ['a', 'b', 'c', 'd'], question_type: 'ranking', section: 'Two' }),
    aQuestion('note', { section: 'Two', question_text: randomUUID() }),
  ]
  return publishQuestionnaire(services.database.db, questions)
}

function anAnswerTo(question: Question): Answer {
  const { answer } = questionKind(question)
  if (answer === 'own words') return 'Something'
  const values = question.choices.map(choiceValue)
  return answer === 'choices' ? values.slice(0, 3) : values[0]!
}

const start = async (visitor: Visitor, body: object = {}) =>
  (await visitor.post('/api/questionnaire/start/', body)).body
const complete: SurveyResponse[] = [{ question_id: 'owns', answer: 'no' }]

onEveryDatabase((server, kind) => {
  const kept = async (session_id: string) => {
    const { db } = server().services.database
    const session = await db
      .selectFrom('survey_sessions')
      .selectAll()
      .where('id', '=', session_id)
      .executeTakeFirstOrThrow()
    const codes = await db.selectFrom('survey_codes').selectAll().where('code', 'in', session.codes).execute()
    const texts = await db
      .selectFrom('survey_texts')
      .select(['question_id', 'text'])
      .where('session_id', '=', session_id)
      .execute()
    const given = codes
      .filter(({ kind }) => kind === 'chosen' || kind === 'ranked')
      .map(({ question_id, value, place }) => `${question_id}:${value}${place === 0 ? '' : `@${place}`}`)
    return { session, given: given.sort(), texts }
  }
  const submit = (visitor: Visitor, session_id: string, responses: SurveyResponse[], more: object = {}, key?: string) =>
    visitor.post(
      '/api/questionnaire/submit/',
      { session_id, responses, email: '', is_completed: false, ...more },
      key === undefined ? {} : { 'idempotency-key': key },
    )

  test('ten starts of one respondent at once make one session', async () => {
    const client_key = randomUUID()
    const sessions = await Promise.all(Array.from({ length: 10 }, () => start(aVisitor(server()), { client_key })))
    expect(new Set(sessions.map(({ session_id }) => session_id)).size).toBe(1)
  })

  longTest(
    'twenty respondents sent at once, every request twice, are twenty complete sessions and none more',
    async () => {
      const { version } = await shortQuestionnaire(server())
      const twice = <Result>(ask: () => Promise<Result>) => Promise.all([ask(), ask()])
      const respondents = Array.from({ length: 20 }, async (_, number) => {
        const visitor = aVisitor(server())
        const client_key = randomUUID()
        const [{ session_id }, again] = await twice(() => start(visitor, { client_key, version }))
        expect(again.session_id).toBe(session_id)
        const responses = [...complete, { question_id: 'note', answer: `Respondent ${number}` }]
        const answers = await twice(() =>
          submit(visitor, session_id, responses, { is_completed: true, revision: 1 }, `${client_key}:1`),
        )
        expect(answers.map(({ status }) => status)).toEqual([200, 200])
        return (await kept(session_id)).texts.map(({ text }) => text).join()
      })
      expect(await Promise.all(respondents)).toEqual(Array.from({ length: 20 }, (_, number) => `Respondent ${number}`))
      const { body } = await (await anAgent(server())).get(`/api/questionnaire/analytics/?version=${version}`)
      expect(body).toMatchObject({ total_sessions: 20, completed_sessions: 20, completion_rate: 100 })
    },
  )

  if (isNightly(kind)) return

  test('the questions of a real survey need no session: six sections, five kinds, every operator', async () => {
    const { status, body } = await aVisitor(server()).get('/api/questionnaire/questions/')
    expect(status).toBe(200)
    expect(body.version).toBeGreaterThan(0)
    const questions = sampleQuestions()
    expect(questions.length).toBeGreaterThanOrEqual(25)
    expect(questions.length).toBeLessThanOrEqual(30)
    expect(new Set(questions.map(({ section }) => section)).size).toBe(6)
    expect(new Set(questions.map(({ question_type }) => question_type)).size).toBe(5)
    const operators = questions.flatMap(({ conditions }) =>
      Object.values(conditions.show_if).map((one) => one.operator),
    )
    expect(new Set(operators).size).toBe(11)
  })

  test('a respondent answers the survey that comes with the product from its first section to its last', async () => {
    const { version } = await publishQuestionnaire(server().services.database.db, sampleQuestions())
    const visitor = aVisitor(server())
    const { session_id } = await start(visitor, { version })
    const questions = sampleQuestions()
    const answers: Record<string, Answer> = {}
    for (let section = 0; section < visibleSections(questions, answers).length; section += 1) {
      const onScreen = () => visibleSections(questions, answers)[section]?.questions ?? []
      // An answer may let the next question of the section show.
      for (
        let next = onScreen()[0];
        next !== undefined;
        next = onScreen().find((one) => !(one.question_id in answers))
      ) {
        answers[next.question_id] = anAnswerTo(next)
      }
      Object.assign(answers, leaveSection(onScreen(), answers))
      const saved = await submit(visitor, session_id, answersToSubmit(questions, answers))
      expect(saved.body, `section ${section}`).toMatchObject({ session_id })
    }
    const done = await submit(visitor, session_id, answersToSubmit(questions, answers), {
      is_completed: true,
      email: 'jo@example.com',
    })
    expect(done).toMatchObject({ status: 200, body: { session_id, is_completed: true } })
    expect((await kept(session_id)).session).toMatchObject({ version, email: 'jo@example.com', is_completed: true })
  })

  test('starting again with the same client key or idempotency key returns the same session', async () => {
    const visitor = aVisitor(server())
    const first = await visitor.ask('POST', '/api/questionnaire/start/')
    expect(first.status).toBe(201)
    expect((await start(visitor)).session_id).not.toBe(first.body.session_id)

    const client_key = randomUUID()
    const named = await start(visitor, { client_key })
    const again = await aVisitor(server()).post('/api/questionnaire/start/', { client_key })
    expect(again).toMatchObject({ status: 201, body: named, headers: { 'idempotent-replay': 'true' } })

    const key = { 'idempotency-key': `${randomUUID()}:1` }
    const keyed = await visitor.post('/api/questionnaire/start/', {}, key)
    expect((await visitor.post('/api/questionnaire/start/', {}, key)).body).toEqual(keyed.body)
    const short = { 'idempotency-key': '1' }
    const one = await visitor.post('/api/questionnaire/start/', {}, short)
    expect((await visitor.post('/api/questionnaire/start/', {}, short)).body.session_id).not.toBe(one.body.session_id)
  })

  test('every save replaces the previous one, and only answers of visible questions are stored', async () => {
    await shortQuestionnaire(server())
    const visitor = aVisitor(server())
    const { session_id } = await start(visitor)
    await submit(visitor, session_id, [
      { question_id: 'owns', answer: 'yes' },
      { question_id: 'which', answer: 'Mine' },
      { question_id: 'tools', answer: ['a', 'b'] },
      { question_id: 'best', answer: ['d', 'a'] },
    ])
    expect(await kept(session_id)).toMatchObject({
      given: ['best:a@2', 'best:d@1', 'owns:yes', 'tools:a', 'tools:b'],
      texts: [{ question_id: 'which', text: 'Mine' }],
    })
    await submit(visitor, session_id, [
      { question_id: 'owns', answer: 'no' },
      { question_id: 'which', answer: 'Mine' },
      { question_id: 'tools', answer: ['b'] },
      { question_id: 'note', answer: '' },
    ])
    expect(await kept(session_id)).toMatchObject({ given: ['owns:no', 'tools:b'], texts: [] })
  })

  test('answers cannot change once the survey is completed; the same submission may be repeated', async () => {
    await shortQuestionnaire(server())
    const visitor = aVisitor(server())
    const { session_id } = await start(visitor)
    const done = { is_completed: true, email: 'jo@example.com', revision: 4 }
    const first = await submit(visitor, session_id, complete, done)
    expect(first).toMatchObject({ status: 200, body: { session_id, is_completed: true, revision: 4 } })
    expect(await submit(visitor, session_id, complete, done)).toMatchObject({ status: 200, body: first.body })
    for (const changed of [
      submit(visitor, session_id, complete, { ...done, is_completed: false, revision: 5 }),
      submit(visitor, session_id, complete, { ...done, email: '' }),
      submit(visitor, session_id, [{ question_id: 'owns', answer: 'yes' }], done),
    ]) {
      expect(await changed).toMatchObject({ status: 409, body: { code: 'survey_completed' } })
    }
    expect((await kept(session_id)).session).toMatchObject({ email: 'jo@example.com', is_completed: true })
  })

  test('a late save does not undo a newer one, by its revision or its key', async () => {
    await shortQuestionnaire(server())
    const visitor = aVisitor(server())
    const { session_id } = await start(visitor)
    const [yes, no] = ['yes', 'no'].map((answer) => [{ question_id: 'owns', answer }])
    await submit(visitor, session_id, no!, { revision: 2 })
    expect(await submit(visitor, session_id, yes!, { revision: 1 })).toMatchObject({
      status: 409,
      body: { code: 'save_is_old' },
    })
    expect((await kept(session_id)).given).toEqual(['owns:no'])

    const [key, later] = [randomUUID(), randomUUID()]
    await submit(visitor, session_id, yes!, {}, key)
    await submit(visitor, session_id, no!, {}, later)
    const late = await submit(visitor, session_id, yes!, {}, key)
    expect(late).toMatchObject({ status: 200, headers: { 'idempotent-replay': 'true' } })
    expect((await kept(session_id)).given).toEqual(['owns:no'])
    expect(await submit(visitor, session_id, no!, {}, key)).toMatchObject({ status: 422, body: { code: 'key_reused' } })
  })

  test.each<[what: string, responses: unknown, more: object, message: object]>([
    [
      'a question that is not asked',
      [{ question_id: 'age', answer: '41' }],
      {},
      { 'responses.0.question_id': ['There is no such question.'] },
    ],
    [
      'a choice that is not offered',
      [{ question_id: 'owns', answer: 'maybe' }],
      {},
      { 'responses.0.answer': ['This choice is not offered.'] },
    ],
    [
      'two choices for one',
      [{ question_id: 'owns', answer: ['yes', 'no'] }],
      {},
      { 'responses.0.answer': ['One answer is expected.'] },
    ],
    [
      'four picks',
      [{ question_id: 'best', answer: ['a', 'b', 'c', 'd'] }],
      {},
      { 'responses.0.answer': ['At most 3 picks.'] },
    ],
    ['a wrong e-mail', [], { email: 'jo@' }, { email: ['Enter a valid email address.'] }],
    ['no list of answers', 'none', {}, { responses: ['A list of answers is expected.'] }],
    [
      'a required answer missing at the end',
      [{ question_id: 'tools', answer: ['a'] }],
      { is_completed: true },
      { responses: [requiredMessage] },
    ],
    [
      'one that became required missing at the end',
      [
        { question_id: 'owns', answer: 'yes' },
        { question_id: 'which', answer: ' ' },
      ],
      { is_completed: true },
      { responses: [requiredMessage] },
    ],
  ])('%s is refused, and what was saved stays', async (_, responses, more, message) => {
    await shortQuestionnaire(server())
    const visitor = aVisitor(server())
    const { session_id } = await start(visitor)
    await submit(visitor, session_id, complete)
    const refused = await submit(visitor, session_id, responses as SurveyResponse[], more)
    expect(refused).toMatchObject({ status: 400, body: { ...message, code: 'invalid' } })
    expect((await kept(session_id)).given).toEqual(['owns:no'])
  })

  test('an unknown session is 404, an unknown version is refused, too large a save is 413', async () => {
    const visitor = aVisitor(server())
    expect((await submit(visitor, randomUUID(), complete)).status).toBe(404)
    expect((await submit(visitor, 'none', complete)).status).toBe(404)
    expect(await visitor.post('/api/questionnaire/start/', { version: 999_999 })).toMatchObject({
      status: 400,
      body: { version: ['This version of the questionnaire does not exist.'] },
    })
    expect(await visitor.post('/api/questionnaire/start/', { client_key: 'short' })).toMatchObject({
      status: 400,
      body: { client_key: ['client_key must be 16 to 200 visible characters.'] },
    })
    const long = [{ question_id: 'note', answer: 'x'.repeat(300_000) }]
    expect((await submit(visitor, randomUUID(), long)).status).toBe(413)
  })

  test('a respondent continues with the version they started, whatever is published since', async () => {
    const { version } = await shortQuestionnaire(server())
    const visitor = aVisitor(server())
    const early = await start(visitor)
    const other = [aQuestion('other', { choices: ['x', 'y'], is_required: true, question_text: randomUUID() })]
    const next = await publishQuestionnaire(server().services.database.db, other)
    expect(next).toEqual({ version: version + 1, isNew: true })
    expect(await publishQuestionnaire(server().services.database.db, other)).toEqual({ ...next, isNew: false })

    expect((await submit(visitor, early.session_id, complete, { is_completed: true })).status).toBe(200)
    expect((await kept(early.session_id)).session.version).toBe(version)
    // A device that was offline since then has the older questions.
    expect(await start(visitor, { version })).toMatchObject({ version })
    expect(await start(visitor)).toMatchObject({ version: version + 1 })
  })

  test('the day is that of the respondent’s device, unless its clock is plainly wrong', async () => {
    const visitor = aVisitor(server())
    const today = dateOfInstant(Date.now())
    const dayOf = async (started_on: string) => {
      const { session_id } = await start(visitor, { started_on })
      return dateOfInstant((await kept(session_id)).session.started_on as unknown as number)
    }
    expect(await dayOf(addDays(today, -3))).toBe(addDays(today, -3))
    expect([today, addDays(today, 1)]).toContain(await dayOf('2099-01-01'))
    expect([today, addDays(today, 1)]).toContain(await dayOf('1970-01-01'))
  })

  test('the keys of saves are deleted after forty-five days, the answers never', async () => {
    await shortQuestionnaire(server())
    const { db } = server().services.database
    const visitor = aVisitor(server())
    const { session_id } = await start(visitor)
    await submit(visitor, session_id, complete, {}, 'old')
    await db
      .updateTable('survey_keys')
      .set({ created_at: new Date(Date.now() - 46 * 86_400_000) })
      .execute()
    await submit(visitor, session_id, complete, {}, 'new')
    await runHousekeeping(server().services)
    const keys = await db.selectFrom('survey_keys').select('key').where('session_id', '=', session_id).execute()
    expect(keys).toEqual([{ key: 'new' }])
    expect((await kept(session_id)).given).toEqual(['owns:no'])
  })

  test('the survey needs no sign-in and no anti-forgery token, its analytics need an agent', async () => {
    const agent = await anAgent(server())
    agent.cookies.delete('csrftoken')
    expect((await agent.post('/api/questionnaire/start/', {})).status).toBe(201)
    expect((await aVisitor(server()).get('/api/questionnaire/analytics/')).status).toBe(401)
    expect((await aVisitor(server()).get('/api/questionnaire/analytics/owns/csv/')).status).toBe(401)
    expect((await aVisitor(server()).get('/api/sync/')).body.features).toContain('survey')
  })
})
