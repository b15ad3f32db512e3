import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from './at-a-server.ts'
import { recordsOnServer, registerAndLogIn, untilEverythingIsSent } from '../support/agent-at-work.ts'
import { type BuiltServer, startBuiltServer } from '../support/built-server.ts'

const root = path.resolve(import.meta.dirname, '../..')
let release: string
let server: BuiltServer
test.beforeAll(async () => {
  release = await mkdtemp(path.join(tmpdir(), 'fanlight-release-'))
  for (const part of ['build', 'dist', 'package.json'])
    await cp(path.join(root, part), path.join(release, part), { recursive: true })
  await symlink(path.join(root, 'node_modules'), path.join(release, 'node_modules'))
  server = await startBuiltServer([], {}, undefined, release)
})
test.afterAll(async () => {
  await server.close()
  await rm(release, { recursive: true, force: true })
})

test('an update that the agent agrees to in the middle of a form keeps what was typed, also in a form of another tab', async ({
  page,
  context,
}) => {
  const { origin } = server
  await registerAndLogIn(page, origin, 'uma')
  const other = await context.newPage()
  await other.goto(`${origin}/clients/new`)
  await other.getByLabel('First Name').fill('Otto')
  await page.goto(`${origin}/clients/new`)
  await page.getByLabel('First Name').fill('Maya')
  await page.getByLabel('Notes').fill('Wants a garden')

  await server.stop()
  await replaceBuild()
  await server.restart()
  // As when a screen of the first build is opened, whose file is gone.
  await page.evaluate(() => dispatchEvent(new Event('vite:preloadError')))
  await expect(page.getByText('A new version is ready. Your drafts stay.')).toBeVisible()
  await expect(page.locator('html')).not.toHaveAttribute('data-build', 'second')
  // The last word is typed at once before.
  await page.getByLabel('Last Name').fill('Lindqvist')
  await page.getByRole('button', { name: 'Update' }).click()

  await expect(page.locator('html')).toHaveAttribute('data-build', 'second')
  await expect(page.getByLabel('First Name')).toHaveValue('Maya')
  await expect(page.getByLabel('Last Name')).toHaveValue('Lindqvist')
  await expect(page.getByLabel('Notes')).toHaveValue('Wants a garden')

  // The other tab asks for itself.
  await expect(other.locator('html')).not.toHaveAttribute('data-build', 'second')
  await expect(other.getByLabel('First Name')).toHaveValue('Otto')
  await other.getByRole('button', { name: 'Update' }).click()
  await expect(other.locator('html')).toHaveAttribute('data-build', 'second')

  await page.getByLabel('Email').fill('maya@example.com')
  await page.getByRole('button', { name: 'Create Client' }).click()
  await untilEverythingIsSent(page)
  expect(await recordsOnServer(context, origin, 'crm/clients/')).toMatchObject([
    { first_name: 'Maya', last_name: 'Lindqvist', notes: 'Wants a garden' },
  ])
})

/** Puts a build with another page in the place of the first; its worker names the page by another revision. */
async function replaceBuild(): Promise<void> {
  await change('index.html', (text) => text.replace('<html ', '<html data-build="second" '))
  await change('service-worker.js', (text) =>
    text.replace(/"revision":"[^"]+"(,"url":"index\.html")/, '"revision":"second"$1'),
  )
}

async function change(name: string, to: (text: string) => string): Promise<void> {
  const file = path.join(release, 'dist', name)
  const before = await readFile(file, 'utf8')
  const after = to(before)
  expect(after).not.toBe(before)
  await writeFile(file, after)
  for (const packed of ['br', 'gz']) await rm(`${file}.${packed}`)
}
