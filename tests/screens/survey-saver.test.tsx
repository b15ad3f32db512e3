import { expect, onTestFinished, test, vi } from 'vitest'
import { beginRespondent } from '#features/survey/respondents/respondent-commands.ts'
import { SurveySaver } from '#features/survey/respondents/survey-saver.ts'
import { openSurveyStore } from '#storage/survey/survey-store.ts'

async function aSurvey(isKiosk = false) {
  const store = await openSurveyStore(`survey-saver-${crypto.randomUUID()}`)
  onTestFinished(() => store.database.delete())
  const questionnaire = { id: '1', version: 3, questions: [], fetchedAt: 0 }
  const { respondent, release } = await beginRespondent(store, questionnaire, isKiosk)
  onTestFinished(release)
  const onGone = vi.fn<() => void>()
  const saver = new SurveySaver(store, respondent, [], { onSaved() {}, onGone, onProblem() {} })
  return { store, respondent, saver, onGone }
}

test('a survey whose submission could not be saved is not submitted by the next answer', async () => {
  const { store, respondent, saver } = await aSurvey()
  const refuse = () => {
    throw new DOMException('There is no room.', 'QuotaExceededError')
  }
  store.database.respondents.hook('updating', refuse)
  expect(await saver.saveNow({ answers: { a: 'Maps' }, email: 'jo@mailbox.example', finishes: true })).toBe(false)
  store.database.respondents.hook('updating').unsubscribe(refuse)

  expect(await saver.saveNow({ answers: { b: '3' } })).toBe(true)
  expect(await store.respondentWithAnswers(respondent.key)).toMatchObject({
    respondent: { state: 'open' },
    content: { answers: { a: 'Maps', b: '3' }, email: 'jo@mailbox.example' },
  })
})

test('a key pressed during the submission changes nothing, and the thanks follow', async () => {
  const { store, respondent, saver, onGone } = await aSurvey()
  const submitting = saver.saveNow({ answers: { a: 'Maps' }, email: 'jo@mailbox.example', finishes: true })
  await Promise.resolve()
  saver.saveSoon({ email: 'jo@mailbox.examples' })
  expect(await submitting).toBe(true)
  expect(await saver.saveNow()).toBe(true)
  expect(onGone).not.toHaveBeenCalled()
  expect(await store.respondentWithAnswers(respondent.key)).toMatchObject({
    respondent: { state: 'finished' },
    content: { email: 'jo@mailbox.example' },
  })
})

test('the idle time of a kiosk does not count for its visitor', async () => {
  const begunAt = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: begunAt })
  onTestFinished(() => void vi.useRealTimers())
  const { store, respondent, saver } = await aSurvey(true)
  vi.setSystemTime(begunAt + 90_000)
  await saver.saveNow({ answers: { a: 'Maps' } })
  vi.setSystemTime(begunAt + 95_000)
  await saver.saveNow({ answers: { b: '3' } })
  expect(await store.respondent(respondent.key)).toMatchObject({ activeMs: 5000 })
})
