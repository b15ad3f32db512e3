import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { useWorkspace } from '#app/workspace.ts'
import type { Answers } from '#core/contract/survey.ts'
import type { Respondent, RespondentContent } from '#core/sync/survey/respondent.ts'
import { thisServer } from '#storage/database/device-name.ts'
import { freezePage, returnPage } from '#storage/database/page-freeze.ts'
import { pageSurveyStore } from '#storage/survey/page-survey-store.ts'
import { rememberAgent } from '#storage/device/remembered-agent.ts'
import { surveyDatabase, newestQuestionnaire } from '#storage/survey/survey-store.ts'
import { longTest } from '#tests/support/long-test.ts'
import { leaveSurveyPage, startSurveyServer, surveyOnDevice } from '#tests/support/survey-server.ts'
import { setTextSize } from '#tests/support/text-size.ts'
import { movableTimers, openApp } from '#tests/support/whole-app.tsx'

beforeEach(() => page.viewport(390, 844))

const button = (name: string) => page.getByRole('button', { name, exact: true })
const section = (name: string) => page.getByRole('heading', { level: 2, name })
const shown = (text: string) => page.getByText(text, { exact: true })
const choice = (name: string) => page.getByLabelText(name, { exact: true })

async function openSurvey() {
  const server = startSurveyServer()
  const app = await openApp('/questionnaire')
  await expect.element(section('About your work')).toBeVisible()
  return { server, app }
}

async function answerUntilTheEnd() {
  await choice('Agent').click()
  await button('Next').click()
  await choice('Maps').click()
  await choice('3').click()
  await button('Next').click()
  await page.getByRole('button', { name: 'Routes, place as rank 1' }).click()
  await button('Continue').click()
  await expect.element(page.getByLabelText('Email')).toBeVisible()
}

/** Records every main heading shown from now on, however briefly. */
function everyHeading(): () => string[] {
  const seen = new Set<string>()
  const look = () => {
    for (const { textContent } of document.querySelectorAll('h1')) seen.add(textContent)
  }
  const observer = new MutationObserver(look)
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  onTestFinished(() => observer.disconnect())
  return () => [...seen]
}

/** A press in between, because a second press within half a second counts as a double tap. */
async function submitWithoutEmail() {
  await page.getByLabelText('Email').click()
  await button('Submit Survey').click()
}

longTest(
  'a double tap is one press: it skips no section, and sends nothing before the email is asked for',
  async () => {
    const { server } = await openSurvey()
    await choice('Agent').click()
    await button('Next').dblClick()
    await expect.element(section('Your tools today')).toBeVisible()
    expect(page.getByRole('alert').query()).toBeNull()
    await choice('Maps').click()
    await choice('3').click()
    await button('Next').dblClick()
    await page.getByRole('button', { name: 'Routes, place as rank 1' }).click()
    await button('Continue').dblClick()
    await page.getByLabelText(/Email/).fill('jo@mailbox.example')
    await button('Submit Survey').click()
    await expect.element(page.getByRole('heading', { name: /Thank You/i })).toBeVisible()
    await expect.poll(() => JSON.stringify(server.arrivals)).toContain('jo@mailbox.example')
  },
)

longTest('a visitor answers every kind of question, one section after the other, and is thanked', async () => {
  const { server } = await openSurvey()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Real Estate Technology Survey')
  await expect.element(shown('Section 1 of 3')).toBeVisible()
  await expect.element(shown('0% Complete')).toBeVisible()

  await button('Next').click()
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Please answer all required questions before continuing.')
  await expect.element(choice('Agent')).toHaveFocus()
  // In words near the focus, because a red line alone says nothing and the end of a long section is far away.
  await expect.element(page.getByText('not answered yet').first()).toBeVisible()
  const [message, group] = [page.getByRole('alert'), choice('Agent')].map((shown) => shown.element())
  expect(message!.compareDocumentPosition(group!) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0)

  await choice('Something else').click()
  await page.getByLabelText(/What do you do/).fill('I paint houses.')
  await choice('Agent').click()
  await expect.element(page.getByLabelText(/What do you do/)).not.toBeInTheDocument()
  await button('Next').click()

  await expect.element(section('Your tools today')).toHaveFocus()
  await expect.element(shown('Select all that apply')).toBeVisible()
  await expect.element(shown('Unknown question type')).toBeVisible()
  await choice('Calendar').click()
  await choice('Paper').click()
  await expect.element(shown('Section 2 of 4')).toBeVisible()
  await choice('5 Very well').click()
  await button('Next').click()

  await page.getByLabelText('What keeps you on paper?').fill('Habit.')
  await button('Next').click()

  await expect.element(section('What would help')).toBeVisible()
  for (const [place, name] of ['Reports', 'Routes', 'Sign-in'].entries()) {
    await page.getByRole('button', { name: `${name}, place as rank ${place + 1}` }).click()
  }
  await page.getByRole('button', { name: 'Move up: Routes' }).click()
  await page.getByRole('button', { name: 'Remove: Sign-in' }).click()
  await expect.element(shown('100% Complete')).toBeVisible()
  await button('Continue').click()

  await expect.element(section('Early Access (Optional)')).toBeVisible()
  await page.getByLabelText('Email').fill('not an address')
  await button('Submit Survey').click()
  await expect.element(page.getByLabelText('Email')).toHaveAccessibleDescription(/Enter a valid email address/)
  await page.getByLabelText('Email').fill('ann@example.com')
  await button('Submit Survey').click()

  await expect.element(page.getByRole('heading', { level: 1, name: 'Thank You' })).toHaveFocus()
  await expect.element(page.getByText('Updates about early access will be sent to ann@example.com.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/')

  await expect.poll(() => server.completed()).toHaveLength(1)
  expect(server.sessions.size).toBe(1)
  expect(server.completed()[0]).toMatchObject({ email: 'ann@example.com' })
  expect(server.completed()[0]?.responses).toEqual([
    { question_id: 'role', answer: 'agent' },
    { question_id: 'tools', answer: ['calendar', 'paper'] },
    { question_id: 'signal', answer: '5' },
    { question_id: 'odd', answer: '' },
    { question_id: 'paper_why', answer: 'Habit.' },
    { question_id: 'best', answer: ['routes', 'reports'] },
    { question_id: 'slow', answer: '' },
  ])
  await expect.poll(surveyOnDevice).toEqual({ respondents: [], contents: [] })
})

test('time in a hidden tab is not counted', async () => {
  const clock = vi.spyOn(Date, 'now')
  const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
  onTestFinished(() => {
    clock.mockRestore()
    seen.mockRestore()
  })
  let at = Date.now()
  clock.mockImplementation(() => at)
  await openSurvey()
  const activeMs = async () => (await surveyOnDevice()).respondents[0]?.activeMs
  const answerAfter = async (name: string, seconds: number) => {
    at += seconds * 1000
    const before = (await surveyOnDevice()).respondents[0]?.revision ?? 0
    await choice(name).click()
    await expect.poll(async () => (await surveyOnDevice()).respondents[0]?.revision ?? 0).toBeGreaterThan(before)
  }
  await answerAfter('Agent', 30)
  expect(await activeMs()).toBe(30_000)
  seen.mockReturnValue('hidden')
  await answerAfter('Something else', 45)
  expect(await activeMs()).toBe(30_000)
  seen.mockReturnValue('visible')
  await answerAfter('Agent', 10)
  expect(await activeMs()).toBe(40_000)
})

longTest('Previous keeps the answers, and from the email shows the last section at its top', async () => {
  await openSurvey()
  await answerUntilTheEnd()
  await button('Previous').click()
  await expect.element(section('What would help')).toHaveFocus()
  await expect.element(page.getByLabelText('Email')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Remove: Routes' })).toBeVisible()
  await button('Previous').click()
  await expect.element(choice('Maps')).toBeChecked()
  await expect.element(shown('100% Complete')).toBeVisible()
})

longTest('after a reload the survey offers to continue at the same place, and shows no answer before', async () => {
  const { app } = await openSurvey()
  await choice('Agent').click()
  await button('Next').click()
  await choice('Maps').click()
  await expect.element(page.getByText(/Saved on this device \d+:\d\d|Saved \d+:\d\d/)).toBeVisible()
  await app.close()
  await leaveSurveyPage()

  await openApp('/questionnaire')
  await expect.element(section('Continue where you left off?')).toBeVisible()
  await expect.element(shown('Maps')).not.toBeInTheDocument()
  await button('Continue').click()
  await expect.element(section('Your tools today')).toBeVisible()
  await expect.element(choice('Maps')).toBeChecked()
})

describe('A1: the last words of an answer', () => {
  const exitWords = () => Object.keys(localStorage).filter((key) => key.startsWith('fanlight-survey-words'))

  test('are restored when the survey continues, even if its page was left right after them', async () => {
    const { app } = await openSurvey()
    await choice('Something else').click()
    await expect.element(page.getByText(/Saved/)).toBeVisible()
    await page.getByLabelText(/What do you do/).fill('I paint houses.')
    dispatchEvent(new PageTransitionEvent('pagehide'))
    const [name] = exitWords()
    const words = localStorage.getItem(name!)!
    expect(words).toContain('I paint houses.')
    await expect.poll(exitWords).toEqual([])
    await app.close()
    await leaveSurveyPage()
    // As if its page had ended before the words were saved.
    await forgetAnswer('role_words')
    localStorage.setItem(name!, words)

    await openApp('/questionnaire')
    await button('Continue').click()
    await expect.element(page.getByLabelText(/What do you do/)).toHaveValue('I paint houses.')
    expect(exitWords()).toEqual([])
  })

  longTest('are deleted from local storage once saved, and when the survey is submitted', async () => {
    await openSurvey()
    await choice('Something else').click()
    await page.getByLabelText(/What do you do/).fill('I paint houses.')
    dispatchEvent(new PageTransitionEvent('pagehide'))
    expect(exitWords()).toHaveLength(1)
    await expect.poll(exitWords).toEqual([])
    await answerUntilTheEnd()
    await page.getByLabelText('Email').fill('jo@mailbox.example')
    dispatchEvent(new PageTransitionEvent('pagehide'))
    await button('Submit Survey').click()
    await expect.element(page.getByRole('heading', { level: 1, name: 'Thank You' })).toBeVisible()
    expect(exitWords()).toEqual([])
  })

  async function forgetAnswer(questionId: string) {
    const database = surveyDatabase()
    await database.open()
    await database.contents.toCollection().modify((row) => {
      row.answers = Object.fromEntries(Object.entries(row.answers).filter(([id]) => id !== questionId))
    })
    database.close()
  }
})

describe('A24: a survey whose page returns from the back/forward cache', () => {
  beforeEach(() => onTestFinished(returnPage))
  const isGone = page.getByText('This survey was finished or closed in another window.')

  async function openAndAnswer() {
    await openSurvey()
    await choice('Agent').click()
    await expect.element(page.getByText(/Saved/)).toBeVisible()
    const { key } = (await surveyOnDevice()).respondents[0]!
    return key
  }

  longTest('continues if no other tab has answered it', async () => {
    await openAndAnswer()
    freezePage()
    returnPage()
    await choice('Something else').click()
    await expect.poll(async () => (await surveyOnDevice()).contents[0]?.answers['role']).toBe('other')
    expect(isGone.query()).toBeNull()
  })

  longTest('ends if another tab holds it', async () => {
    const key = await openAndAnswer()
    freezePage()
    const name = `fanlight-survey-respondent:${thisServer()}:${key}`
    let leave = () => {}
    await new Promise<void>((resolve) => {
      void navigator.locks.request(name, () => {
        resolve()
        return new Promise<void>((end) => (leave = end))
      })
    })
    onTestFinished(() => leave())
    returnPage()
    await expect.element(isGone).toBeVisible()
  })

  longTest('ends if another tab has continued it, whose answers stay', async () => {
    const key = await openAndAnswer()
    await choice('Something else').click()
    await page.getByLabelText(/What do you do/).fill('I paint')
    freezePage()
    await continueInAnotherTab(key, { role_words: 'I paint houses.' })
    returnPage()
    await expect.element(isGone).toBeVisible()
    expect((await surveyOnDevice()).contents[0]?.answers).toMatchObject({ role_words: 'I paint houses.' })
  })

  /** Uses a connection that a freeze of this page does not end. */
  async function continueInAnotherTab(key: string, answers: Answers) {
    const database = surveyDatabase()
    const opening = indexedDB.open(database.name)
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const writing = opening.result.transaction(['respondents', 'contents'], 'readwrite')
    const change = (store: string, changed: (row: never) => object) => {
      const reading = writing.objectStore(store).get(key)
      reading.addEventListener('success', () => writing.objectStore(store).put(changed(reading.result as never)))
    }
    change('respondents', (row: Respondent) => ({ ...row, revision: row.revision + 1 }))
    change('contents', (row: RespondentContent) => ({ ...row, answers: { ...row.answers, ...answers } }))
    await new Promise((resolve) => writing.addEventListener('complete', resolve))
    opening.result.close()
  }
})

longTest('starting over gives an empty survey, and the previous answers are sent as they are', async () => {
  const { server, app } = await openSurvey()
  await choice('Agent').click()
  await expect.element(page.getByText(/Saved/)).toBeVisible()
  await app.close()
  await openApp('/questionnaire')
  await button('Start Over').click()
  await expect.element(choice('Agent')).not.toBeChecked()
  await expect
    .poll(() => [...server.sessions.values()])
    .toEqual([
      expect.objectContaining({ is_completed: false, responses: [{ question_id: 'role', answer: 'agent' }] }),
      null,
    ])
  await expect.poll(async () => (await surveyOnDevice()).contents).toEqual([])
})

longTest('a respondent without answers is offered nothing, and no second session starts', async () => {
  const { server, app } = await openSurvey()
  await expect.poll(() => server.sessions.size).toBe(1)
  await app.close()
  await openApp('/questionnaire')
  await expect.element(section('About your work')).toBeVisible()
  await choice('Agent').click()
  await button('Next').click()
  await expect
    .poll(() => server.sessions.get(1))
    .toMatchObject({ responses: [{ question_id: 'role', answer: 'agent' }] })
  expect(server.sessions.size).toBe(1)
})

longTest('offline the survey can be answered, and is sent once when online', async () => {
  const { server, app } = await openSurvey()
  await expect.poll(() => server.sessions.size).toBe(1)
  await app.close()
  await leaveSurveyPage()
  server.isReachable = false
  await openApp('/questionnaire')
  await expect.element(section('About your work')).toBeVisible()
  await answerUntilTheEnd()
  await expect.element(page.getByText(/Saved on this device/)).toBeVisible()
  await page.getByLabelText('Email').fill('ann@example.com')
  await button('Submit Survey').click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Thank You' })).toBeVisible()
  await expect.element(page.getByText('Your answers are saved on this device.')).toBeVisible()
  await expect.element(page.getByText('1 survey waits on this device until there is a connection.')).toBeVisible()
  expect(server.completed()).toEqual([])

  server.isReachable = true
  window.dispatchEvent(new Event('online'))
  await expect.poll(() => server.completed()).toHaveLength(1)
  expect(server.sessions.size).toBe(1)
  await expect.element(page.getByText(/waits on this device/)).not.toBeInTheDocument()
})

longTest('a server error is reported as such, not as a missing network', async () => {
  const server = startSurveyServer()
  server.statuses.set('GET questionnaire/questions/', 500)
  const app = await openApp('/questionnaire')
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Failed to load questionnaire. Please refresh and try again.')
  await app.close()
  server.statuses.clear()
  server.isReachable = false
  await openApp('/questionnaire')
  await expect.element(section('The survey is not on this device yet')).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  server.isReachable = true
  await button('Try Again').click()
  await expect.element(section('About your work')).toBeVisible()
})

longTest('a survey without questions is no failure, and is requested again', async () => {
  const server = startSurveyServer()
  const { questions } = server
  server.questions = []
  await openApp('/questionnaire')
  await expect.element(section('The survey has no questions yet')).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  server.questions = questions
  await button('Try Again').click()
  await expect.element(section('About your work')).toBeVisible()
})

longTest('an agent’s device has the questions before the survey is opened', async () => {
  const server = startSurveyServer()
  const maya = { first_name: 'Maya', last_name: '', license_number: '', phone_number: '' }
  await rememberAgent({ id: 7, username: 'maya', email: 'maya@example.com', ...maya })
  const { pass, passQuietTime } = movableTimers()
  const app = await openApp('/settings')
  await expect.poll(() => useWorkspace.getState().state).toBe('open')
  await passQuietTime()
  await pass(3000)
  await expect.poll(() => server.arrivals.map(({ call }) => call)).toContain('GET questionnaire/questions/')
  await expect
    .poll(async () => (await newestQuestionnaire(await pageSurveyStore()))?.questions.length)
    .toBeGreaterThan(0)
  server.isReachable = false
  app.go('/questionnaire')
  await expect.element(section('About your work')).toBeVisible()
})

test('a definite refusal is reported without thanks, and can be tried again', async () => {
  const { server } = await openSurvey()
  const headings = everyHeading()
  await answerUntilTheEnd()
  server.statuses.set('POST questionnaire/submit/', 400)
  await submitWithoutEmail()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Failed to submit questionnaire. Please try again.')
  await expect.element(page.getByText('Your answers are still on this device.')).toBeVisible()
  await expect.element(page.getByText(/connection/)).not.toBeInTheDocument()
  expect(headings()).not.toContain('Thank You')
  // At the press and not before, because the app also retries by itself.
  addEventListener('click', () => server.statuses.clear(), { once: true, capture: true })
  await button('Try Again').click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Thank You' })).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  expect(server.completed()).toHaveLength(1)
})

test('a server in trouble is no missing network: the answers are stored, and sent when it works again', async () => {
  const { server } = await openSurvey()
  await answerUntilTheEnd()
  server.statuses.set('POST questionnaire/submit/', 500)
  await submitWithoutEmail()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Thank You' })).toBeVisible()
  await expect.element(page.getByText('1 survey waits on this device and will be sent automatically.')).toBeVisible()
  await expect.element(page.getByText(/early access/)).not.toBeInTheDocument()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await expect.element(page.getByText(/connection/)).not.toBeInTheDocument()
})

longTest('a browser without storage answers online, and thanks once the server has the answers', async () => {
  const server = startSurveyServer()
  const app = await openApp('/questionnaire', { startNow: false })
  const open = IDBFactory.prototype.open.bind(indexedDB)
  IDBFactory.prototype.open = () => {
    throw new DOMException('The user denied permission to access the database.', 'SecurityError')
  }
  onTestFinished(() => {
    IDBFactory.prototype.open = open
  })
  app.start()
  await expect.element(section('About your work')).toBeVisible()
  await choice('Agent').click()
  await expect.element(page.getByText('Not saved yet')).toBeVisible()
  await button('Next').click()
  await expect.element(page.getByText(/Saved \d+:\d\d/)).toBeVisible()
  await choice('Maps').click()
  await choice('3').click()
  await button('Next').click()
  await page.getByRole('button', { name: 'Routes, place as rank 1' }).click()
  await button('Continue').click()
  server.statuses.set('POST questionnaire/submit/', 400)
  await submitWithoutEmail()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Failed to submit questionnaire. Please try again.')
  server.statuses.clear()
  await submitWithoutEmail()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Thank You' })).toBeVisible()
  expect(server.completed()).toHaveLength(1)
})

longTest('a ranking is made with the keyboard alone', async () => {
  await openSurvey()
  await choice('Agent').click()
  await button('Next').click()
  await choice('Maps').click()
  await choice('3').click()
  await button('Next').click()
  await expect.element(section('What would help')).toHaveFocus()
  page.getByRole('button', { name: 'Routes, place as rank 1' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('button', { name: 'Sign-in, place as rank 2' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('button', { name: 'Reports, place as rank 3' })).toHaveFocus()
  page.getByRole('button', { name: 'Move up: Sign-in' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('button', { name: 'Move down: Sign-in' })).toHaveFocus()
  const order = page.getByRole('list', { name: 'Your ranking' }).getByRole('listitem')
  await expect.element(order.nth(0)).toHaveTextContent('Sign-in')
  await expect.element(shown('Rank 2 of 3 placed. Tap one more.')).toBeVisible()
})

longTest('at 320 pixels with text twice as large nothing is wider than the screen', async () => {
  await page.viewport(320, 700)
  setTextSize('200%')
  await openSurvey()
  const expectItFits = () => expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
  expectItFits()
  await choice('Agent').click()
  await button('Next').click()
  await expect.element(section('Your tools today')).toBeVisible()
  expectItFits()
  await choice('Maps').click()
  await choice('3').click()
  await button('Next').click()
  await page.getByRole('button', { name: 'Routes, place as rank 1' }).click()
  expectItFits()
  await button('Continue').click()
  await expect.element(page.getByLabelText('Email')).toBeVisible()
  expectItFits()
})
