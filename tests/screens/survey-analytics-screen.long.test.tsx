import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { useConnection } from '#state/connection.ts'
import { startAccountServer } from '#tests/support/account-server.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { emulatePrint } from '#tests/support/emulate-print.ts'
import { setTextSize } from '#tests/support/text-size.ts'
import { mayaAtWork, openApp } from '#tests/support/whole-app.tsx'
import { texts } from '#tests/support/texts.ts'

beforeEach(() => page.viewport(1280, 900))

const call = 'GET questionnaire/analytics/'
const heading = (name: string) => page.getByRole('heading', { level: 1, name })
const question = (name: string) => page.getByRole('article', { name })

const analytics = {
  total_sessions: 214,
  completed_sessions: 163,
  completion_rate: 76.2,
  question_order: ['tools', 'signal', 'best', 'slow', 'new'],
  analytics_data: {
    signal: {
      question_text: 'How well do your tools work without a signal?',
      question_type: 'scale',
      responses: [1, 2, 3, 4, 5].map((point) => ({
        answer_option: String(point),
        count: point,
        percentage: 100 * (point / 15),
        choice_id: `signal_${point}`,
        concise_label: '',
      })),
      answered: 15,
    },
    tools: {
      question_text: 'Which of these do you open on a showing day?',
      question_type: 'multiple_choice_multiple',
      responses: [
        { answer_option: 'Calendar', count: 138, percentage: 84.66, choice_id: 'tools_calendar', concise_label: '' },
        {
          answer_option: 'Spreadsheet or a shared folder with the whole team, printed',
          count: 30,
          percentage: 18.4,
          choice_id: 'tools_sheet',
          concise_label: '',
        },
      ],
      answered: 163,
    },
    best: {
      question_text: 'Rank the three that would save you most time.',
      question_type: 'ranking',
      responses: [{ answer_option: 'Routes', count: 312, percentage: 60, choice_id: 'best_routes', concise_label: '' }],
      answered: 150,
    },
    slow: {
      question_text: 'What slows you down most?',
      question_type: 'open_ended',
      text_responses: ['One', 'Two', 'Three', 'Four', 'Five', '=SUM(A1)'],
      answered: 6,
    },
    new: { question_text: 'Anything else?', question_type: 'open_ended', text_responses: [], answered: 0 },
  },
  sections: [
    { section: 'Your tools today', reached: 200, left: 20 },
    { section: 'What would help', reached: 180, left: 17 },
  ],
  median_seconds: 372,
}

async function openAnalytics(answered: { status: number; body?: unknown }, address = '/questionnaire/analytics') {
  const server = startAccountServer()
  await mayaAtWork(server)
  server.answers.set(call, answered)
  const app = await openApp(address)
  await expect.element(heading('Questionnaire Analytics')).toBeVisible()
  return { server, app }
}

test('totals, charts, cut labels, points and open answers are shown, each as a table, too', async () => {
  await openAnalytics({ status: 200, body: analytics })
  await expect.element(page.getByRole('region', { name: 'Total Sessions' })).toHaveTextContent('214')
  await expect.element(page.getByRole('region', { name: 'Completed Sessions' })).toHaveTextContent('163')
  await expect.element(page.getByRole('region', { name: 'Completion Rate' })).toHaveTextContent('76.2%')
  const names = page
    .getByRole('article')
    .elements()
    .map((card) => card.querySelector('h2')?.textContent)
  expect(names).toEqual(analytics.question_order.map((id) => analytics.analytics_data[id as 'tools'].question_text))

  const tools = question('Which of these do you open on a showing day?')
  await expect
    .element(tools.getByRole('img'))
    .toHaveAccessibleName(/Calendar 84.7% \(138\), Spreadsheet or a shared folder with the whole team… 18.4% \(30\)/)
  await expect.element(tools.getByText('84.7% (138)')).toBeVisible()
  await tools.getByText('Show as table').click()
  await expect
    .element(tools.getByRole('row', { name: 'Spreadsheet or a shared folder with the whole team, printed 30 18.4%' }))
    .toBeVisible()

  await expect.element(question('Rank the three that would save you most time.').getByText('312 pts')).toBeVisible()
  await expect
    .element(question('How well do your tools work without a signal?').getByText('33.3%').first())
    .toBeVisible()

  const answers = page.getByRole('region', { name: 'Answers to: What slows you down most?' })
  await expect.element(answers.getByText('One')).toBeVisible()
  expect(answers.element().scrollHeight).toBeGreaterThan(answers.element().clientHeight)
  await expect.element(question('Anything else?').getByText('No response data available yet.')).toBeVisible()

  await expect.element(page.getByText('Median time of completed surveys: 6 min 12 s')).toBeVisible()
  await expect.element(page.getByText('200 reached, 20 left here')).toBeVisible()
  expect(await axeFindings()).toEqual([])
})

test('each question can be exported to a file in which no answer is a formula', async () => {
  await openAnalytics({ status: 200, body: analytics })
  const files: Blob[] = []
  const real = URL.createObjectURL.bind(URL)
  URL.createObjectURL = (file: Blob) => {
    files.push(file)
    return real(file)
  }
  try {
    await page.getByRole('button', { name: 'CSV: What slows you down most?' }).click()
    await page.getByRole('button', { name: 'CSV: Which of these do you open on a showing day?' }).click()
  } finally {
    URL.createObjectURL = real
  }
  expect(await files[0]?.text()).toBe(
    "What slows you down most?\r\nAnswer\r\nOne\r\nTwo\r\nThree\r\nFour\r\nFive\r\n'=SUM(A1)\r\n",
  )
  expect(await files[1]?.text()).toBe(
    'Which of these do you open on a showing day?\r\nAnswer,Count,Percentage\r\nCalendar,138,84.7\r\n"Spreadsheet or a shared folder with the whole team, printed",30,18.4\r\n',
  )
})

const inSections = {
  ...analytics,
  analytics_data: {
    ...analytics.analytics_data,
    tools: { ...analytics.analytics_data.tools, section: 'Your tools today' },
    signal: {
      ...analytics.analytics_data.signal,
      section: 'Your tools today',
      responses: analytics.analytics_data.signal.responses.map((point, index) => ({
        ...point,
        answer_option: ['1 Not at all', '2', '3', '4', '5 Very well'][index],
      })),
    },
    best: { ...analytics.analytics_data.best, section: 'What would help' },
    slow: {
      ...analytics.analytics_data.slow,
      section: 'What would help',
      text_responses: ['Driving', 'Typing', 'driving ', 'Waiting', 'Calling', 'Looking', 'Typing', 'driving', 'Keys'],
    },
    new: { ...analytics.analytics_data.new, section: 'What would help' },
  },
}

test('questions are listed under the survey’s sections, and each is in reach by keyboard', async () => {
  await openAnalytics({ status: 200, body: inSections })
  const section = (name: string) => page.getByRole('heading', { level: 2, name, exact: true })
  await expect.element(section('What would help')).toBeInTheDocument()
  expect(page.getByRole('heading', { level: 3 }).elements()).toHaveLength(5)
  expect(await axeFindings()).toEqual([])
  const links = page.getByRole('navigation', { name: 'Sections' })
  links.getByRole('link', { name: 'What would help' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(section('What would help')).toHaveFocus()
  await expect.element(links.getByRole('link', { name: 'What would help' })).toHaveAttribute('aria-current', 'true')
  const { top } = section('What would help').element().getBoundingClientRect()
  expect(top).toBeGreaterThanOrEqual(links.element().getBoundingClientRect().bottom)
})

test('questions without a section get no empty link', async () => {
  const { tools } = inSections.analytics_data
  const body = { ...inSections, analytics_data: { ...inSections.analytics_data, tools: { ...tools, section: '' } } }
  await openAnalytics({ status: 200, body })
  const links = page.getByRole('navigation', { name: 'Sections' }).getByRole('link')
  await expect.poll(() => texts(links)).toEqual(['Your tools today', 'What would help'])
  expect(await axeFindings()).toEqual([])
})

test('a scale shows its ends, mean and median, and each count by keyboard', async () => {
  await openAnalytics({ status: 200, body: inSections })
  const scale = question('How well do your tools work without a signal?')
  await expect.element(scale.getByText('1 Not at all').first()).toBeVisible()
  await expect.element(scale.getByText('5 Very well').first()).toBeVisible()
  await expect.element(scale.getByText('Mean 3.7 · median 4')).toBeVisible()
  const points = scale.getByRole('slider', { name: 'Points of How well do your tools work without a signal?' })
  await expect.element(points).toBeInTheDocument()
  points.element().focus()
  await userEvent.keyboard('{Home}')
  await expect.element(points).toHaveAttribute('aria-valuetext', '1 Not at all: Share 6.7%, Answers 1')
})

test('equal open answers are counted, and one press shows all', async () => {
  await openAnalytics({ status: 200, body: inSections })
  const slow = question('What slows you down most?')
  await expect.element(slow.getByRole('listitem').first()).toHaveTextContent('Driving3 times')
  await expect.element(slow.getByRole('listitem').nth(1)).toHaveTextContent('Typing2 times')
  await slow.getByRole('button', { name: 'Show all 6' }).click()
  expect(page.getByRole('region', { name: 'Answers to: What slows you down most?' }).query()).toBeNull()
  await slow.getByRole('button', { name: 'Show fewer' }).click()
  await expect.element(page.getByRole('region', { name: 'Answers to: What slows you down most?' })).toBeVisible()
})

test('the chosen days and answers are in the address and in the request', async () => {
  const { server, app } = await openAnalytics({ status: 200, body: analytics })
  await page.getByLabelText('From').fill('2026-11-01')
  await page.getByLabelText('Only sessions that answered').selectOptions('Calendar')
  await expect.poll(() => decodeURIComponent(app.address())).toContain('from=2026-11-01')
  expect(decodeURIComponent(app.address())).toContain('tools:calendar')
  await expect.poll(() => server.arrivals.filter((arrival) => arrival.call === call).length).toBeGreaterThan(2)
  await page.getByLabelText('To', { exact: true }).fill('2026-10-31')
  await expect
    .element(page.getByLabelText('To', { exact: true }))
    .toHaveAccessibleDescription('To must not be before From.')
  await expect.element(page.getByRole('region', { name: 'Total Sessions' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'All as CSV' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: /^Remove:.*Calendar/ }).click()
  await page.getByRole('button', { name: 'Clear' }).click()
  expect(app.address()).toBe('/questionnaire/analytics')
})

test('offline, the last copy is shown with its time', async () => {
  const { server, app } = await openAnalytics({ status: 200, body: analytics })
  await expect.element(page.getByText(/As of \d+:\d\d/)).toBeVisible()
  app.go('/dashboard')
  await expect.element(heading('Dashboard')).toBeVisible()
  server.isReachable = false
  useConnection.setState({ state: 'offline' })
  app.go('/questionnaire/analytics')
  await expect.element(page.getByText(/As of \d+:\d\d/)).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Total Sessions' })).toHaveTextContent('214')
})

test('figures that failed to load are requested again at a press', async () => {
  const { server } = await openAnalytics({ status: 500 })
  const alert = page.getByRole('alert')
  await expect.element(alert).toHaveTextContent('Failed to load analytics data.')
  server.answers.set(call, { status: 200, body: analytics })
  await alert.getByRole('button', { name: 'Try Again' }).click()
  await expect.element(page.getByRole('region', { name: 'Total Sessions' })).toHaveTextContent('214')
  await expect.element(alert).not.toBeInTheDocument()
})

test('a server error, no data at all, and no questions show different messages', async () => {
  const { server, app } = await openAnalytics({ status: 500 })
  await expect.element(page.getByRole('alert')).toHaveTextContent('Failed to load analytics data.')
  server.isReachable = false
  app.go('/questionnaire/analytics?from=2026-11-02')
  await expect.element(page.getByRole('heading', { name: 'No analytics data available.' })).toBeVisible()
  server.isReachable = true
  server.answers.set(call, { status: 200, body: { ...analytics, analytics_data: {}, question_order: [] } })
  app.go('/questionnaire/analytics?from=2026-11-03')
  await expect.element(page.getByRole('heading', { name: 'No analytics data available.' })).toBeVisible()
})

test.each(['100%', '200%'])('at 320 pixels with text of %s nothing is wider than the screen', async (size) => {
  await page.viewport(320, 700)
  setTextSize(size)
  await openAnalytics({ status: 200, body: analytics })
  await expect.element(page.getByText('312 pts')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBe(320)
  expect(await axeFindings()).toEqual([])
})

test('printed, every question is included, with the meaning of a scale’s ends below it', async () => {
  const ids = Array.from({ length: 40 }, (_, index) => `more-${index}`)
  const { signal, slow } = analytics.analytics_data
  const more = ids.map((id, index) => [id, { ...slow, question_text: `More ${index}?` }])
  const body = { ...analytics, question_order: ['signal', ...ids] }
  await openAnalytics({ status: 200, body: { ...body, analytics_data: { signal, ...Object.fromEntries(more) } } })
  const chart = question(signal.question_text).getByRole('img')
  await expect.element(chart).toBeVisible()
  await expect.element(question('More 39?')).toBeInTheDocument()
  await emulatePrint()
  const answers = page.getByRole('listitem').elements()
  await expect
    .poll(() => answers.filter((answer) => !answer.checkVisibility({ contentVisibilityAuto: true })).length)
    .toBe(0)
  // The printed chart keeps the width that it had on screen.
  chart.element().setAttribute('width', '400')
  const { right } = question(signal.question_text).getByText(/^Mean/).element().getBoundingClientRect()
  expect(right).toBeCloseTo(chart.element().getBoundingClientRect().right, 0)
})

test('printed, every scale has its chart, even off screen, or its numbers if it is not drawn yet', async () => {
  await page.viewport(390, 800)
  const ids = Array.from({ length: 12 }, (_, index) => `scale-${index}`)
  const { signal } = analytics.analytics_data
  const scales = ids.map((id, index) => [id, { ...signal, question_text: `Scale ${index}?` }])
  await openAnalytics({
    status: 200,
    body: { ...analytics, question_order: ids, analytics_data: Object.fromEntries(scales) },
  })
  // Not by role, because the browser would lay out the content below the screen.
  const cards = () => [...document.querySelectorAll('main article')]
  const chartOf = (card: Element) => card.querySelector('svg[role="img"]')
  await expect.poll(() => cards().filter(chartOf).length).toBe(ids.length)
  await emulatePrint()
  const areNumbersShown = (card: Element) =>
    [...card.querySelectorAll('td')].some((cell) => cell.checkVisibility({ contentVisibilityAuto: true }))
  expect(cards().filter(areNumbersShown)).toEqual([])
  chartOf(cards()[7] as Element)?.remove()
  await expect.poll(() => cards().map(areNumbersShown).indexOf(true)).toBe(7)
  expect(cards().filter(areNumbersShown)).toHaveLength(1)
})
