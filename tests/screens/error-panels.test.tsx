import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '#tests/support/render.tsx'
import { reportBoundaryError } from '#app/page/report-errors.ts'
import { RouteError } from '#app/route-error.tsx'
import { Toasts } from '#app/app.tsx'
import { watchLongTasks } from '#app/preload-chunks.ts'
import { ErrorHelpCard } from '#features/errors/error-help-buttons.tsx'
import { ErrorBoundary } from '#features/errors/error-boundary.tsx'
import { createErrorReporter, readErrorLog, type ErrorRecord } from '#features/errors/error-reporter.ts'
import { useNotifications } from '#state/notifications.ts'
import { startAccountServer } from '#tests/support/account-server.ts'
import { replaceLongTasks } from '#tests/support/long-tasks.ts'

/** Two equal messages within a minute would be one report. */
function Broken({ message = 'The screen fell over.' }): never {
  throw new Error(message)
}

const scene = {
  timestamp: '2026-11-21T09:00:00.000Z',
  user_agent: 'test',
  page_url: 'https://fanlight.example/clients?search=Jo%20Park#top',
  user_id: '7',
  session_id: 's',
  build_version: 'b',
  environment: 'test',
}

test('an error of the whole app says what to do, and shows a notification that stays', async () => {
  startAccountServer()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await render(
    <>
      <ErrorBoundary onError={reportBoundaryError}>
        <Broken message="The app fell over." />
      </ErrorBoundary>
      <Toasts />
    </>,
  )
  await expect
    .element(page.getByText('The application encountered an unexpected error. Please refresh the page.'))
    .toBeVisible()
  for (const name of ['Try Again', 'Reload Page', 'Export Logs']) {
    await expect.element(page.getByRole('button', { name })).toBeVisible()
  }
  expect(page.getByRole('link', { name: 'Report Issue' }).elements()).toEqual([])
  expect(useNotifications.getState().notifications).toMatchObject([
    {
      type: 'error',
      title: 'Application Error',
      message: 'Something went wrong. Please refresh the page.',
      duration: 0,
    },
  ])
  // The code that writes the log is loaded when it is first needed.
  await expect.poll(() => readErrorLog()).toMatchObject([{ type: 'boundary', message: 'Error: The app fell over.' }])
})

test('an error of one page replaces the page, names it and links elsewhere', async () => {
  startAccountServer()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const root = createRootRoute()
  const clients = createRoute({
    getParentRoute: () => root,
    path: '/clients',
    component: () => <Broken />,
    errorComponent: RouteError,
    staticData: { heading: 'Clients' },
  })
  const dashboard = createRoute({ getParentRoute: () => root, path: '/dashboard', component: () => <p>At home</p> })
  const router = createRouter({
    routeTree: root.addChildren([clients, dashboard]),
    history: createMemoryHistory({ initialEntries: ['/clients'] }),
  })
  await render(<RouterProvider router={router as never} />)
  await expect.element(page.getByRole('heading', { name: 'Oops! Something went wrong' })).toBeVisible()
  await expect
    .element(page.getByText('We encountered an error while loading the clients page . Please try again.'))
    .toBeVisible()
  for (const name of ['Try Again', 'Go Back', 'Reload Page', 'Export Logs']) {
    await expect.element(page.getByRole('button', { name })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Home' }).click()
  await expect.element(page.getByText('At home')).toBeVisible()
})

test('the error log has no query string and no personal data', () => {
  const reporter = createErrorReporter({ describeContext: () => scene, send: null })
  reporter.report('api', new Error('GET /api/crm/clients/?search=Jo failed for jo.park@example.com, (916) 555-0100'))
  const cut = [
    'Unexpected token \'Q\', ..."code":QX-4719}" is not valid JSON',
    'JSON Parse error: Unexpected identifier "QX"',
  ]
  for (const message of cut) reporter.report('uncaught', new SyntaxError(message))
  const [record, ...parts] = readErrorLog()
  expect(parts.map(({ message }) => message)).toEqual([
    "SyntaxError: Unexpected token 'Q', [text] is not valid JSON",
    'SyntaxError: JSON Parse error: Unexpected identifier [text]',
  ])
  expect(JSON.stringify(parts)).not.toContain('QX')
  expect(record?.page_url).toBe('https://fanlight.example/clients')
  expect(record?.message).toBe('Error: GET /api/crm/clients/ failed for [email], [phone]')
  expect(Object.keys(record ?? {}).sort()).toEqual(
    [
      'type',
      'message',
      'stack',
      'timestamp',
      'user_agent',
      'page_url',
      'user_id',
      'session_id',
      'build_version',
      'environment',
      'sent',
    ].sort(),
  )
})

test('the error log has the latest fifty errors of the session', () => {
  const reporter = createErrorReporter({ describeContext: () => scene, send: null })
  for (let number = 1; number <= 60; number += 1) reporter.report('uncaught', new Error(`number ${number}`))
  const messages = readErrorLog().map(({ message }) => message)
  expect(messages).toHaveLength(50)
  expect(messages[0]).toBe('Error: number 11')
  expect(messages.at(-1)).toBe('Error: number 60')
})

test('an error that repeats in a loop is reported once', () => {
  const reporter = createErrorReporter({ describeContext: () => scene, send: null })
  for (let round = 0; round < 1000; round += 1) reporter.report('uncaught', new Error('again'))
  expect(readErrorLog()).toHaveLength(1)
})

test('reports wait until they are received, and each is received once', async () => {
  const received: ErrorRecord[] = []
  let isReachable = false
  const reporter = createErrorReporter({
    describeContext: () => scene,
    send: (record) => {
      if (isReachable) received.push(record)
      return Promise.resolve(isReachable)
    },
  })
  reporter.report('uncaught', new Error('one'))
  reporter.report('unhandled_rejection', 'two')
  await reporter.flush()
  expect(received).toEqual([])
  isReachable = true
  await reporter.flush()
  await reporter.flush()
  expect(received.map(({ type, message }) => `${type} ${message}`)).toEqual([
    'uncaught Error: one',
    'unhandled_rejection two',
  ])
})

test('Report Issue emails the configured address with as much of the log as fits, and saves the log', async () => {
  vi.stubEnv('VITE_SUPPORT_EMAIL', 'help@office.example')
  onTestFinished(() => void vi.unstubAllEnvs())
  const reporter = createErrorReporter({ describeContext: () => scene, send: null })
  for (let number = 1; number <= 60; number += 1) reporter.report('uncaught', new Error(`number ${number} 😀`))
  await render(<ErrorHelpCard />)
  const link = page.getByRole('link', { name: 'Report Issue' })
  await expect.element(link).toBeVisible()
  const mail = (link.element() as HTMLAnchorElement).href
  expect(mail.startsWith('mailto:help@office.example?')).toBe(true)
  expect(mail.length).toBeLessThanOrEqual(1900)
  const body = new URL(mail).searchParams.get('body')
  expect(body).toContain('number 60 😀')
  expect(body).not.toContain('number 11 ')
  const saved: string[] = []
  let content: Promise<unknown> = Promise.resolve()
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
    content = fetch(this.href).then((file) => file.json())
  })
  link.element().addEventListener('click', (event) => event.preventDefault())
  await link.click()
  expect(saved).toEqual([expect.stringMatching(/^fanlight-errors-\d{4}-\d\d-\d\d\.json$/)])
  expect(await content).toMatchObject({ errors: { length: 50 }, sync: expect.any(Array) })
})

test('a script that blocks the page is reported', async () => {
  startAccountServer()
  const reportLongTask = replaceLongTasks()
  watchLongTasks()
  const reports = () => readErrorLog().map(({ type, message }) => `${type}: ${message}`)
  reportLongTask(999)
  expect(reports()).toEqual([])
  reportLongTask(2300)
  await expect.poll(reports).toEqual(['performance: The page did not answer for more than 2 s'])
})
