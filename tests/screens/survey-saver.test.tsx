import { expect, onTestFinished, test } from 'vitest'
import { beginRespondent } from '#features/survey/respondent-commands.ts'
import { surveySaver } from '#features/survey/survey-saver.ts'
import { openSurveyStore } from '#storage/survey-store.ts'

test('a survey whose submission could not be saved is not submitted by the next answer', async () => {
  const store = await openSurveyStore(`survey-saver-${Date.now()}`)
  onTestFinished(() => store.database.delete())
  const { respondent, letGo } = await beginRespondent(
    store,
    { id: '1', version: 3, questions: [], fetchedAt: 0 },
    false,
  )
  onTestFinished(letGo)
  const saver = surveySaver(store, respondent.key, [], { onSaved() {}, onGone() {}, onProblem() {} })

  const refuse = () => {
    throw new DOMException('There is no room.', 'QuotaExceededError')
  }
  store.database.respondents.hook('updating', refuse)
  expect(await saver.now({ answers: { a: 'Maps' }, email: 'jo@mailbox.example', finishes: true })).toBe(false)
  store.database.respondents.hook('updating').unsubscribe(refuse)

  expect(await saver.now({ answers: { b: '3' } })).toBe(true)
  expect(await store.whole(respondent.key)).toMatchObject({
    respondent: { state: 'open' },
    content: { answers: { a: 'Maps', b: '3' }, email: 'jo@mailbox.example' },
  })
})
