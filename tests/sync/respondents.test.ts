import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Question } from '#core/contract/survey.ts'
import { createAbort } from '#core/sync/abort.ts'
import { type Respondent, nextRespondentStep, stepAt } from '#core/sync/survey/respondent.ts'
import { sendRespondents } from '#core/sync/survey/send-respondents.ts'
import { beginRespondent, leaveRespondent, saveChange } from '#features/survey/respondents/respondent-commands.ts'
import {
  type SurveyStore,
  openSurveyStore,
  storeQuestionnaire,
  questionnaireCopy,
} from '#storage/survey/survey-store.ts'
import { type SurveyFault, surveyModelServer } from '#tests/support/survey-model-server.ts'

const questions: Question[] = ['name', 'tool'].map((id) => ({
  question_id: id,
  question_text: id,
  question_type: 'open_ended',
  section: 'One',
  is_required: true,
  choices: [],
  conditions: { show_if: {} },
}))

let store: SurveyStore
let databases = 0
let now = 0

beforeEach(async () => {
  databases += 1
  store = await openSurveyStore(`survey-test-${databases}`)
  now = Date.now()
})

afterEach(async () => {
  store.close()
  await store.database.delete()
})

function copyFor(kind: 'ours' | 'plain', version = 3) {
  return { id: `${version}`, version: kind === 'ours' ? version : null, questions, fetchedAt: 0 }
}

async function aRespondent(kind: 'ours' | 'plain', answers: Record<string, string>, email = ''): Promise<string> {
  const { respondent, release } = await beginRespondent(store, copyFor(kind), false)
  release()
  await saveChange(store, respondent.key, questions, { answers, email })
  return respondent.key
}

function send(model: ReturnType<typeof surveyModelServer>, from: SurveyStore = store) {
  const clock = { now: () => now, sleep: () => Promise.resolve() }
  return sendRespondents(
    { store: from, server: model.server, senderLock: from.senderLock, clock, random: () => 0.5 },
    { stop: createAbort().signal, steal: false },
  )
}

async function sendUntilNothingWaits(model: ReturnType<typeof surveyModelServer>) {
  for (let round = 0; round < 60; round += 1) {
    const { nextAt } = await send(model)
    if (nextAt === null) return
    now = Math.max(now + 1000, nextAt)
  }
  throw new Error('Something still waits after sixty rounds.')
}

describe('each respondent becomes one record, whatever requests are lost or repeated', () => {
  const fault = fc.constantFrom<SurveyFault>(
    'offline',
    'lost-request',
    'lost-answer',
    'cut-off',
    { status: 500 },
    { status: 503 },
    { status: 429 },
    { status: 401 },
  )

  // A busy machine needs many seconds, and a run that continued after a timeout would disturb the following tests.
  test('after any series of faults, on our server', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fault, { maxLength: 25 }), fc.integer({ min: 1, max: 4 }), async (faults, people) => {
        const model = surveyModelServer('ours')
        model.meet(...faults)
        for (let person = 0; person < people; person += 1) {
          const key = await aRespondent('ours', { name: `first word of ${person}` })
          await send(model)
          await saveChange(store, key, questions, { answers: { name: `${person}`, tool: 'pen' }, sendsNow: true })
          await send(model)
          await saveChange(store, key, questions, { email: `${person}@example.com`, finishes: true })
        }
        await sendUntilNothingWaits(model)
        expect(model.sessions()).toHaveLength(people)
        const completed = model.completed().map(({ email, responses }) => ({ email, responses }))
        expect(completed.toSorted((one, other) => one.email.localeCompare(other.email))).toEqual(
          Array.from({ length: people }, (_, person) => ({
            email: `${person}@example.com`,
            responses: [
              { question_id: 'name', answer: `${person}` },
              { question_id: 'tool', answer: 'pen' },
            ],
          })),
        )
        expect(await store.database.contents.count()).toBe(0)
        expect(await store.respondents()).toEqual([])
      }),
      { numRuns: 60 },
    )
  })

  test('on a plain server a lost start leaves an empty session; a lost submit leaves nothing', async () => {
    const model = surveyModelServer('plain')
    model.meet('lost-answer')
    const key = await aRespondent('plain', { name: 'Ann', tool: 'pen' })
    await send(model)
    await saveChange(store, key, questions, { finishes: true })
    now += 60_000
    model.meet('lost-answer', 'lost-answer')
    await sendUntilNothingWaits(model)
    expect(model.completed()).toHaveLength(1)
    expect(model.sessions().filter(({ responses }) => JSON.stringify(responses) === '[]')).toHaveLength(
      model.sessions().length - 1,
    )
    // The server receives nothing beyond the specification.
    for (const { headers, fields } of model.sent) {
      expect(headers).toEqual({})
      expect(Object.keys(fields)).not.toContain('client_key')
      expect(Object.keys(fields)).not.toContain('revision')
    }
  })

  test('a server restored from a backup receives all answers again', async () => {
    const model = surveyModelServer('ours')
    const key = await aRespondent('ours', { name: 'Ann', tool: 'pen' })
    await sendUntilNothingWaits(model)
    model.forget()
    await saveChange(store, key, questions, { email: 'ann@example.com', finishes: true })
    await sendUntilNothingWaits(model)
    expect(model.completed()).toMatchObject([
      { email: 'ann@example.com', responses: [{ answer: 'Ann' }, { answer: 'pen' }] },
    ])
  })

  test('refused answers are preserved and sent again', async () => {
    const model = surveyModelServer('ours')
    const key = await aRespondent('ours', { name: 'Ann', tool: 'pen' })
    await saveChange(store, key, questions, { finishes: true })
    await send(model)
    const other = await aRespondent('ours', { name: 'Ben', tool: 'ink' })
    await saveChange(store, other, questions, { finishes: true })
    model.meet({ status: 400, body: { responses: ['No.'] } })
    await send(model)
    expect((await store.respondents()).map(({ refusal }) => refusal?.status)).toEqual([400])
    await sendUntilNothingWaits(model)
    expect(model.completed()).toHaveLength(2)
  })

  test.each(['ours', 'plain'] as const)(
    'on %s, a respondent whose answers always fail holds up no other',
    async (kind) => {
      const model = surveyModelServer(kind)
      for (const name of ['Ann', 'Ben', 'Cas']) {
        const key = await aRespondent(kind, { name, tool: 'pen' })
        await saveChange(store, key, questions, { finishes: true })
      }
      model.stop(({ fields }) => JSON.stringify(fields).includes('Ann'))
      await send(model)
      // Respondents who began in the same millisecond may come in either order.
      const answers = model.completed().map(({ responses }) => JSON.stringify(responses))
      expect(answers.toSorted()).toMatchObject([/Ben.*pen/, /Cas.*pen/].map((one) => expect.stringMatching(one)))
      expect(await store.respondents()).toMatchObject([{ failures: 1 }])
      model.stop(() => false)
      await sendUntilNothingWaits(model)
      expect(model.completed()).toHaveLength(3)
    },
  )

  test('after a pause that one respondent caused, the others are sent first', async () => {
    const model = surveyModelServer('ours')
    for (const name of ['Ann', 'Ben']) {
      const key = await aRespondent('ours', { name, tool: 'pen' })
      await saveChange(store, key, questions, { finishes: true })
    }
    const [, second] = await store.respondents()
    model.meet({ status: 503 })
    now = (await send(model)).nextAt ?? 0
    await send(model)
    expect(model.sent[0]?.fields).toMatchObject({ client_key: second?.key })
  })

  test('being offline counts as a failure of no respondent', async () => {
    const model = surveyModelServer('ours')
    await aRespondent('ours', { name: 'Ann' })
    model.goOffline()
    expect((await send(model)).state).toBe('offline')
    expect(await store.respondents()).toMatchObject([{ failures: 0 }])
  })

  describe('answers are removed from the device only when the server has confirmed them', () => {
    const busy = { detail: 'Another request is being processed. Please try again.' }
    const strangers: [string, 'ours' | 'plain', SurveyFault][] = [
      ['409 without our code', 'ours', { status: 409, body: busy }],
      ['409 to a first save', 'plain', { status: 409, body: busy }],
      ['200 that names no session', 'ours', { status: 200, body: { success: true } }],
      ['204', 'ours', { status: 204 }],
    ]

    test.each(strangers)('%s, %s', async (_, kind, answer) => {
      const model = surveyModelServer(kind)
      const key = await aRespondent(kind, { name: 'Ann', tool: 'pen' })
      await send(model)
      await saveChange(store, key, questions, { finishes: true })
      model.meet(answer)
      await send(model)
      expect(await store.respondents()).toMatchObject([{ failures: 1 }])
      await sendUntilNothingWaits(model)
      expect(model.completed()).toMatchObject([{ responses: [{ answer: 'Ann' }, { answer: 'pen' }] }])
      expect(await store.respondents()).toEqual([])
    })

    test('a start answered without our version is sent again', async () => {
      const model = surveyModelServer('ours')
      await aRespondent('ours', { name: 'Ann' })
      model.meet({ status: 200, body: { session_id: 'of somebody else' } })
      await send(model)
      expect(await store.respondents()).toMatchObject([{ sessionId: null, failures: 1 }])
    })
  })

  test('an abandoned questionnaire is sent as it is, and an untouched one is removed', async () => {
    const model = surveyModelServer('ours')
    await leaveRespondent(store, await aRespondent('ours', { name: 'Ann' }))
    await leaveRespondent(store, (await beginRespondent(store, copyFor('ours'), true)).respondent.key)
    await sendUntilNothingWaits(model)
    expect(model.sessions()).toMatchObject([{ isCompleted: false, responses: [{ answer: 'Ann' }] }])
    expect(await store.respondents()).toEqual([])
  })
})

describe('when answers are sent', () => {
  test('on every Next, and every 30 seconds', async () => {
    const model = surveyModelServer('ours')
    const key = await aRespondent('ours', { name: 'A' })
    const begun = (await store.respondent(key))?.startedAt ?? 0
    const { nextAt } = await send(model)
    expect(model.sent.map(({ path }) => path)).toEqual(['questionnaire/start/'])
    expect(nextAt).toBe(begun + 30_000)
    now = begun + 30_000
    await send(model)
    expect(model.sent).toHaveLength(2)
    await saveChange(store, key, questions, { answers: { name: 'Ann' }, sendsNow: true })
    await send(model)
    expect(model.sent).toHaveLength(3)
  })

  test('the version, the section and the time on screen are sent', async () => {
    const model = surveyModelServer('ours')
    const key = await aRespondent('ours', { name: 'A' })
    await saveChange(store, key, questions, {
      place: { section: 'One', stage: 'section' },
      activeMs: 61_000,
      sendsNow: true,
    })
    await send(model)
    expect(model.sent[0]?.fields).toMatchObject({ client_key: key, version: 3 })
    expect(model.sent[1]?.fields).toMatchObject({ section: 'One', seconds_taken: 61, is_completed: false, revision: 2 })
  })

  test('an untouched questionnaire has the date on which its first answer is given', async () => {
    const model = surveyModelServer('ours')
    const friday = new Date(2026, 10, 27, 18).getTime()
    vi.useFakeTimers({ toFake: ['Date'], now: friday })
    const { respondent, release } = await beginRespondent(store, copyFor('ours'), true)
    release()
    model.meet('lost-answer')
    now = friday
    await send(model)
    now = new Date(2026, 10, 28, 10).getTime()
    vi.setSystemTime(now)
    await saveChange(store, respondent.key, questions, { answers: { name: 'Ann' }, sendsNow: true })
    vi.useRealTimers()
    await send(model)
    const [first, again] = model.sent
    expect(again?.fields).toMatchObject({ client_key: respondent.key, started_on: '2026-11-28' })
    // The server refuses other bytes under the same key.
    expect(again?.headers['Idempotency-Key']).not.toBe(first?.headers['Idempotency-Key'])
  })

  test('only one context sends at a time', async () => {
    const model = surveyModelServer('ours')
    await aRespondent('ours', { name: 'A' })
    const otherTab = await openSurveyStore(store.database.name)
    const { send: carry } = model.server
    const others: string[] = []
    model.server.send = async (request) => {
      others.push((await send(model, otherTab)).state)
      return carry(request)
    }
    expect((await send(model)).state).toBe('done')
    otherTab.close()
    expect(others).toEqual(['busy'])
    expect(model.sent).toHaveLength(1)
  })

  test.each([429, 503])(
    'after %d with a ten-minute Retry-After no respondent or tab sends anything until then',
    async (status) => {
      const model = surveyModelServer('ours')
      const key = await aRespondent('ours', { name: 'Ann' })
      model.meet({ status, headers: { 'retry-after': '600' } })
      const { state, nextAt } = await send(model)
      expect(state).toBe('paused')
      expect(nextAt).toBeGreaterThanOrEqual(now + 600_000)
      now += 60_000
      await saveChange(store, key, questions, { answers: { tool: 'pen' }, sendsNow: true })
      await aRespondent('ours', { name: 'Noor' })
      const otherTab = await openSurveyStore(store.database.name)
      expect(await send(model, otherTab)).toEqual({ state: 'paused', nextAt })
      otherTab.close()
      expect(model.sent).toEqual([])
      now = nextAt ?? 0
      expect((await send(model)).state).toBe('done')
      expect(model.sessions()).toHaveLength(2)
    },
  )

  test('a clock that was set back delays nothing', () => {
    const respondent = { sessionId: null, nextAt: now + 3 * 3_600_000 } as Respondent
    expect(nextRespondentStep(respondent, now)).toBe('start')
    expect(stepAt(respondent, now)).toBe(0)
  })
})

describe('answers on the device', () => {
  test('a finished questionnaire never changes', async () => {
    const key = await aRespondent('ours', { name: 'Ann', tool: 'pen' })
    expect(await saveChange(store, key, questions, { finishes: true })).not.toBeNull()
    expect(await saveChange(store, key, questions, { answers: { name: 'Eve' } })).toBeNull()
    expect((await store.respondentWithAnswers(key))?.content.answers).toEqual({ name: 'Ann', tool: 'pen' })
  })

  test('answers written in two tabs do not overwrite each other', async () => {
    const key = await aRespondent('ours', { name: 'Ann' })
    await Promise.all([
      saveChange(store, key, questions, { answers: { tool: 'pen' } }),
      saveChange(store, key, questions, { email: 'ann@example.com' }),
    ])
    expect((await store.respondentWithAnswers(key))?.content).toMatchObject({
      answers: { name: 'Ann', tool: 'pen' },
      email: 'ann@example.com',
    })
  })

  test('an older version of the questions stays while a respondent answers it', async () => {
    await storeQuestionnaire(store, { version: 1, questions }, 1)
    const first = await questionnaireCopy(store, 'version 1')
    const { respondent } = await beginRespondent(store, first!, false)
    await storeQuestionnaire(store, { version: 2, questions }, 2)
    expect(await questionnaireCopy(store, 'version 1')).not.toBeNull()
    await leaveRespondent(store, respondent.key)
    await storeQuestionnaire(store, { version: 3, questions }, 3)
    expect((await store.database.questionnaires.toArray()).map(({ id }) => id)).toEqual(['version 3'])
  })
})
