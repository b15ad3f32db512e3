import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, type Page } from './journey-test.ts'
import {
  beginSignedIn,
  simulateReconnect,
  recordsOnServer,
  untilEverythingIsSent,
} from '#tests/support/journey-steps.ts'
import { type AgentOverHttp, anAgentOverHttp } from '../support/agent-over-http.ts'
import { startBuiltServer, type BuiltServer } from '../support/built-server.ts'
import { findingsInColours, findingsOnPage } from '../support/findings-on-page.ts'
import { heapSnapshotOf } from '../support/heap-of.ts'
import { startKillableBrowser } from '../support/killable-browser.ts'
import { openHouseToday } from '../support/open-house-today.ts'

const question = (id: string, type: string, section: string, values: string[] = []) => ({
  question_id: id,
  question_text: `The ${id}?`,
  question_type: type,
  section,
  is_required: true,
  choices: values.map((value) => ({ choice_id: `${id}_${value}`, choice_text: `${id} ${value}`, short_label: value })),
})

const groups = ['a', 'b']

const questionnaire = {
  title: 'Real Estate Technology Survey',
  questions: [
    question('group', 'multiple_choice', 'You', groups),
    question('words', 'open_ended', 'You'),
    question('tools', 'multiple_choice_multiple', 'Tools', ['pen', 'phone']),
    question('signal', 'scale', 'Tools', ['1', '2', '3', '4', '5']),
    question('wish', 'ranking', 'Wishes', ['routes', 'reports', 'reminders']),
  ],
}

const pin = '2580'
const tablet = { width: 820, height: 1180 }
let folder: string
let server: BuiltServer

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fanlight-survey-'))
  const file = path.join(folder, 'questionnaire.json')
  await writeFile(file, JSON.stringify(questionnaire))
  server = await startBuiltServer([['survey', file]])
})
test.afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

type Visitor = { number: number; group: string; words: string; email: string }

test(
  'visitors answer offline on a shared tablet, through a reload and a kill, and each arrives once',
  { tag: '@gate' },
  async () => {
    const { origin } = server
    const visitors = [1, 2, 3].map(aVisitor)
    let browser = await startKillableBrowser(path.join(folder, 'profile'), tablet)
    try {
      await beginSignedIn(browser.page, origin, 'maya')
      await openHouseToday(browser.page, origin, '41 Lanternwood Ln')
      await untilEverythingIsSent(browser.page)
      const kiosk = `${origin}/open-houses/1/survey-kiosk`
      await browser.page.goto(kiosk)
      await begin(browser.page)
      // Stops the server, not the network: a restarted browser lets its worker send before the test can go offline.
      await server.kill()

      for (const visitor of visitors) {
        await answerTheFirstSection(browser.page, visitor)
        if (visitor.number === 2) await browser.page.reload()
        if (visitor.number === 3) {
          await browser.kill()
          browser = await startKillableBrowser(path.join(folder, 'profile'), tablet)
          await browser.page.goto(`${origin}/dashboard`)
        }
        await answerTheRest(browser.page, visitor)
      }
      const { page } = browser
      await expectOnLeaving(page, '3 surveys are saved on this device. They’ll be sent automatically.')
      for (const { words, email } of visitors) {
        await expect(page.getByText(words)).toHaveCount(0)
        await expect(page.getByText(email)).toHaveCount(0)
      }

      await server.restart()
      await simulateReconnect(page)
      await expectOnLeaving(page, 'All surveys are saved')
      const agent = await anAgentOverHttp(origin, 'office')
      const all = await analytics(agent, '')
      expect(all.completed_sessions).toBe(3)
      expect(all.analytics_data['words']?.text_responses.toSorted()).toEqual(
        visitors.map(({ words }) => words).toSorted(),
      )
      for (const group of groups) {
        const some = await analytics(agent, `?answer=group:${group}`)
        expect(some.analytics_data['words']?.text_responses.toSorted(), `of group ${group}`).toEqual(
          visitors.flatMap((visitor) => (visitor.group === group ? [visitor.words] : [])).toSorted(),
        )
      }
      expect(await answersOnDisk(page)).toBe(0)
    } finally {
      await browser.kill()
    }
  },
)

test('the page’s memory contains nothing of past visitors', async ({ context, page }) => {
  const { origin } = server
  await page.setViewportSize(tablet)
  await beginSignedIn(page, origin, 'mina')
  await openHouseToday(page, origin, '645 Thistledown Way')
  await untilEverythingIsSent(page)
  const [listing] = await recordsOnServer(context, origin, 'listings/')
  const [openHouse] = await recordsOnServer(context, origin, `listings/${String(listing?.['id'])}/open-houses/`)
  await page.goto(`${origin}/open-houses/${String(openHouse?.['id'])}/survey-kiosk`)
  await begin(page)
  await context.setOffline(true)
  const visitors = [1, 2].map(aVisitor)
  for (const visitor of visitors) {
    await answerTheFirstSection(page, visitor)
    await answerTheRest(page, visitor)
  }
  // Text on screen must be found, or the check would prove nothing.
  expect(await heapSnapshotOf(page)).toContain('Real Estate Technology Survey')
  await expect
    .poll(
      async () => {
        const heap = await heapSnapshotOf(page)
        return visitors.flatMap(({ words, email }) => [words, email]).filter((text) => heap.includes(text))
      },
      // A heap snapshot takes seconds.
      { timeout: 60_000 },
    )
    .toEqual([])
})

test('axe finds no problem in survey and analytics, on phone and tablet, light and dark', async ({ page }) => {
  test.setTimeout(180_000)
  const { origin } = server
  await page.goto(`${origin}/questionnaire`)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Please answer all required questions before continuing.')).toBeVisible()
  await expectNothingFound(page, 'a refused section')
  await answerTheFirstSection(page, { number: 9, group: 'a', words: 'Axe', email: '' })
  await answerTools(page)
  await page.getByRole('button', { name: 'wish routes, place as rank 1' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectNothingFound(page, 'the last section')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
  await expectNothingFound(page, 'the offer')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Submit Survey' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Thank You' })).toBeVisible()
  await expectNothingFound(page, 'the thanks')

  await beginSignedIn(page, origin, 'pia')
  await page.goto(`${origin}/questionnaire/analytics`)
  await expect(page.getByRole('article', { name: 'The group?' }).getByRole('img')).toBeVisible()
  await expectNothingFound(page, 'the analytics')
})

function aVisitor(number: number): Visitor {
  const group = groups[(number - 1) % groups.length] ?? 'a'
  return { number, group, words: `Wallpaper of room ${number}`, email: `guest${number}@mailbox.example` }
}

async function begin(page: Page): Promise<void> {
  await page.getByLabel('PIN', { exact: true }).fill(pin)
  await page.getByLabel('Repeat PIN').fill(pin)
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(page.getByText('Section 1 of 3')).toBeVisible()
}

/** Some type, so that drafts are saved as a visitor's are, also around a reload and a kill. */
const types = (number: number) => number % 6 === 1

async function answerTheFirstSection(page: Page, { number, group, words }: Visitor): Promise<void> {
  await expect(page.getByText('Section 1 of 3')).toBeVisible()
  await expect(page.getByLabel(/^The words/)).toHaveValue('')
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
  await page.getByLabel(`group ${group}`, { exact: true }).check()
  if (types(number)) await page.getByLabel(/^The words/).pressSequentially(words)
  else await page.getByLabel(/^The words/).fill(words)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Section 2 of 3')).toBeVisible()
}

async function answerTools(page: Page): Promise<void> {
  await page.getByLabel('tools phone', { exact: true }).check()
  await page.getByRole('radio', { name: '4 signal 4' }).check({ force: true })
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Section 3 of 3')).toBeVisible()
}

async function answerTheRest(page: Page, { number, email }: Visitor): Promise<void> {
  await expect(page.getByText('Section 2 of 3')).toBeVisible()
  await answerTools(page)
  await page.getByRole('button', { name: 'wish reports, place as rank 1' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  if (types(number)) await page.getByLabel('Email').pressSequentially(email)
  else await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Submit Survey' }).dblclick()
  await expect(page.getByRole('heading', { name: 'Thank You' })).toBeVisible()
  // Compared here, because text to look for would stay in the memory of the searched page.
  expect(await page.getByText('Updates about early access').innerText()).toBe(
    `Updates about early access will be sent to ${email}.`,
  )
  // Without a press, the page goes on by itself after ten seconds.
  await page
    .getByRole('button', { name: 'Next Visitor' })
    .click({ timeout: 10_000 })
    .catch(() => {})
  await expect(page.getByText('Section 1 of 3')).toBeVisible()
}

type Analytics = { completed_sessions: number; analytics_data: Record<string, { text_responses: string[] }> }

async function analytics(agent: AgentOverHttp, query: string): Promise<Analytics> {
  const answer = await agent.ask('GET', `/api/questionnaire/analytics/${query}`)
  return (await answer.json()) as Analytics
}

/** Number of people whose answers the survey's database has, without the empty ones of the next visitor. */
function answersOnDisk(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const name = (await indexedDB.databases()).find((database) => database.name?.startsWith('fanlight-survey:'))?.name
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name ?? '')
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error ?? new Error('The database does not open.')))
    })
    const count = await new Promise<number>((resolve) => {
      const request = database.transaction('contents').objectStore('contents').count()
      request.addEventListener('success', () => resolve(request.result))
    })
    database.close()
    return count
  })
}

async function expectNothingFound(page: Page, where: string): Promise<void> {
  for (const size of [
    { width: 390, height: 844 },
    { width: 820, height: 1180 },
  ]) {
    await page.setViewportSize(size)
    expect(await findingsOnPage(page, 'light'), `${where}, light, ${size.width} px`).toEqual([])
    expect(await findingsInColours(page, 'dark'), `${where}, dark, ${size.width} px`).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth), where).toBeLessThanOrEqual(size.width)
  }
}

/** Leaving the kiosk shows what waits to be sent; visitors do not see it. The sheet closes by itself. */
async function expectOnLeaving(page: Page, words: string): Promise<void> {
  const sheet = page.getByRole('dialog')
  await expect(page.getByText(words)).toHaveCount(0)
  await expect(async () => {
    if ((await sheet.count()) === 0) {
      await page.getByRole('button', { name: /press and hold/ }).hover()
      await page.mouse.down()
      await expect(sheet).toBeVisible()
      await page.mouse.up()
    }
    await expect(sheet.getByText(words)).toBeVisible()
  }).toPass({ timeout: 30_000 })
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
}
