import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { render } from '#tests/support/render.tsx'
import { page } from 'vitest/browser'
import { SurveyKiosk } from '#features/survey/survey-kiosk.tsx'
import { longTest } from '#tests/support/long-test.ts'
import { startSurveyServer, surveyOnDevice } from '#tests/support/survey-server.ts'

beforeEach(async () => {
  await page.viewport(820, 1180)
  // Database and network use real time; the minute of inactivity uses fake time.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
})
afterEach(async () => {
  vi.useRealTimers()
  await cleanup()
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const section = (name: string) => page.getByRole('heading', { level: 2, name })
const choice = (name: string) => page.getByLabelText(name, { exact: true })

/** Only the visitors' page; the lock around it has its own tests. */
async function openKiosk() {
  const router = createRouter({
    routeTree: createRootRoute({ component: SurveyKiosk }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  const view = await render(<RouterProvider router={router as never} />)
  await expect.element(page.getByText(/^Section/)).toBeVisible()
  return view
}

test('after a minute of inactivity the survey starts over, and the answers so far are sent (D8)', async () => {
  const server = startSurveyServer()
  await openKiosk()
  await expect.poll(() => server.sessions.size).toBe(1)
  await choice('Something else').click()
  await page.getByLabelText(/What do you do/).fill('I paint houses.')
  vi.advanceTimersByTime(44_000)
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  vi.advanceTimersByTime(5000)
  await expect.element(page.getByRole('alert')).toHaveTextContent(/Still there\?/)

  await button('Continue').click()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await expect.element(page.getByLabelText(/What do you do/)).toHaveValue('I paint houses.')

  vi.advanceTimersByTime(61_000)
  await expect.element(choice('Something else')).not.toBeChecked()
  await expect.element(page.getByLabelText(/What do you do/)).not.toBeInTheDocument()
  await expect
    .poll(() => server.sessions.get(1))
    .toMatchObject({
      is_completed: false,
      responses: [
        { question_id: 'role', answer: 'other' },
        { question_id: 'role_words', answer: 'I paint houses.' },
      ],
    })
  await expect
    .poll(async () => (await surveyOnDevice()).contents.filter(({ responses }) => responses.length > 0))
    .toEqual([])
})

longTest('a session without answers serves the next visitor', async () => {
  const server = startSurveyServer()
  const view = await openKiosk()
  await expect.poll(() => server.sessions.size).toBe(1)
  await view.unmount()
  await openKiosk()
  await choice('Agent').click()
  await button('Next').click()
  await expect.element(section('Your tools today')).toBeVisible()
  await expect
    .poll(() => server.sessions.get(1))
    .toMatchObject({ responses: [{ question_id: 'role', answer: 'agent' }] })
  expect(server.sessions.size).toBe(1)
})

longTest('a visitor continues after a reload within a minute, and not later', async () => {
  startSurveyServer()
  const view = await openKiosk()
  await choice('Agent').click()
  await button('Next').click()
  await expect.element(section('Your tools today')).toBeVisible()
  await view.unmount()
  const again = await openKiosk()
  await expect.element(section('Your tools today')).toBeVisible()
  await again.unmount()
  vi.advanceTimersByTime(61_000)
  await openKiosk()
  await expect.element(section('About your work')).toBeVisible()
  await expect.element(choice('Agent')).not.toBeChecked()
})

test('D8: a departed visitor’s last words are sent, not shown to the next one nor left on the tablet', async () => {
  const server = startSurveyServer()
  const exitWords = () => Object.keys(localStorage).filter((key) => key.startsWith('fanlight-survey-words'))
  const view = await openKiosk()
  await choice('Something else').click()
  await page.getByLabelText(/What do you do/).fill('I paint houses.')
  dispatchEvent(new PageTransitionEvent('pagehide'))
  const [name] = exitWords()
  const words = localStorage.getItem(name!)!
  await view.unmount()
  // As if its page had ended before the words were saved.
  await expect.poll(exitWords).toEqual([])
  localStorage.setItem(name!, words)
  vi.advanceTimersByTime(61_000)
  await openKiosk()
  await expect.element(choice('Something else')).not.toBeChecked()
  expect(exitWords()).toEqual([])
  await expect.poll(() => JSON.stringify([...server.sessions.values()])).toContain('I paint houses.')
})

longTest('the thanks are followed by an empty survey automatically', async () => {
  const server = startSurveyServer()
  await openKiosk()
  await choice('Agent').click()
  await button('Next').click()
  await choice('Maps').click()
  await choice('3').click()
  await button('Next').click()
  await page.getByRole('button', { name: 'Routes, place as rank 1' }).click()
  await button('Continue').click()
  await page.getByLabelText('Email').fill('ann@example.com')
  await button('Submit Survey').click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Thank You' })).toBeVisible()
  await expect.element(page.getByText(/ann@example.com/)).toBeVisible()
  vi.advanceTimersByTime(10_500)
  await expect.element(section('About your work')).toBeVisible()
  await expect.element(choice('Agent')).not.toBeChecked()
  await expect.poll(() => server.completed()).toMatchObject([{ email: 'ann@example.com' }])
})
