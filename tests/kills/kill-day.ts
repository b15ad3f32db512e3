import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { logIn, registerAndLogIn } from '#tests/support/journey-steps.ts'
import { startBuiltServer, type BuiltServer } from '../support/built-server.ts'
import { startKillableBrowser, type KillableBrowser } from '../support/killable-browser.ts'
import { type Cut, type CuttingProxy, startCuttingProxy } from './cutting-proxy.ts'
import { reportOf, type Report, type SavedWork } from './report.ts'
import { wakeWorker } from '../support/wake-worker.ts'
import { readOriginStorage } from '#tests/support/origin-storage.ts'
import { addClient, deleteClient, openClientForm, saveClientForm, searchClient } from '../support/work-on-clients.ts'

export type Victim = 'browser' | 'server' | 'both'

/** The next victim, and where it dies: each kind in turn, the same for the same number. */
export function plannedKill(number: number): { victim: Victim; cut: Cut; passing: number } {
  const victims: Victim[] = ['server', 'browser', 'both', 'server', 'browser']
  const cuts: Cut[] = ['during', 'answer', 'before']
  return {
    victim: victims[number % victims.length] ?? 'server',
    cut: cuts[number % cuts.length] ?? 'during',
    passing: Math.floor(number / 3) % 3,
  }
}

/** The time for waiting work to be sent once everything runs again; longer is a hang. */
const drainsWithinMs = 180_000

/** One agent with two tabs and the worker. In the end, everything must have arrived once and in order. */
export async function runKillDay(username: string, kills: number, first: number): Promise<Report> {
  const profile = await mkdtemp(path.join(tmpdir(), 'fanlight-kills-'))
  const server = await startBuiltServer()
  const proxy = await startCuttingProxy(server.origin)
  let browser = await startKillableBrowser(profile, { width: 1280, height: 900 })
  const saved: SavedWork = { clients: new Map() }
  const hangs: string[] = []
  try {
    let tabs = await openTabs(browser, proxy.origin, (page) => registerAndLogIn(page, proxy.origin, username))
    for (let number = first; number < first + kills; number += 1) {
      await browser.context.setOffline(true)
      await writeSomething(tabs, saved, number)
      const dead = await killInTheMiddle(number, tabs, { browser, server, proxy })
      if (dead.server) await server.restart()
      if (dead.browser) {
        browser = await startKillableBrowser(profile, { width: 1280, height: 900 })
        tabs = await openTabs(browser, proxy.origin, (page) => logInWhenAsked(page, proxy.origin, username))
      }
      // After eight failures, an operation is sent only every half hour, which would prove nothing more.
      if (number % 5 === 4) hangs.push(...(await hangingOperations(browser, tabs[0])))
    }
    hangs.push(...(await hangingOperations(browser, tabs[0])))
    return { ...(await reportOf(browser.context, proxy.origin, saved)), kills, hangs, writes: proxy.writes() }
  } finally {
    await browser.kill()
    await proxy.close()
    await server.close()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

type Tabs = [Page, Page]

async function openClients(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/clients`)
  await expect(page.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible()
}

async function openTabs(
  { context, page }: KillableBrowser,
  origin: string,
  enter: (page: Page) => Promise<void>,
): Promise<Tabs> {
  context.setDefaultTimeout(60_000)
  await enter(page)
  await openClients(page, origin)
  const second = await context.newPage()
  await openClients(second, origin)
  return [page, second]
}

/** Chromium writes cookies to the disk every half minute; after an earlier kill, the agent has to sign in again. */
async function logInWhenAsked(page: Page, origin: string, username: string): Promise<void> {
  const asked = page.waitForResponse((answer) => answer.url().includes('/api/users/profile/'))
  await page.goto(`${origin}/dashboard`)
  if ((await asked).status() === 401) {
    await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible()
    await logIn(page, username)
  }
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
}

/** The tabs take turns: each adds a client with a note, and adds a note to an older one or sometimes deletes it. */
async function writeSomething(tabs: Tabs, saved: SavedWork, number: number): Promise<void> {
  const tab = tabs[number % 2] ?? tabs[0]
  const older = [...saved.clients].flatMap(([name, note]) => (note === null ? [] : [name]))
  // Chromium hardly draws background tabs.
  await tab.bringToFront()
  await addAnn(tab, saved, `Ann${number}`)
  await noteAbout(tab, saved, `Ann${number}`, `first of ${number}`)
  const target = older[number % Math.max(1, older.length)]
  if (target === undefined) return
  if (number % 4 === 3) await deleteAnn(tab, saved, target)
  else await noteAbout(tab, saved, target, `again at ${number}`)
}

const nameOf = (name: string) => `${name} Danger`

async function addAnn(tab: Page, saved: SavedWork, name: string): Promise<void> {
  const email = `${name.toLowerCase()}@example.com`
  await addClient(tab, { 'First Name': name, 'Last Name': 'Danger', Email: email })
  saved.clients.set(name, '')
}

async function noteAbout(tab: Page, saved: SavedWork, name: string, note: string): Promise<void> {
  await searchClient(tab, nameOf(name))
  await openClientForm(tab, nameOf(name))
  await tab.getByLabel('Phone Number').fill(note)
  await saveClientForm(tab)
  saved.clients.set(name, note)
}

async function deleteAnn(tab: Page, saved: SavedWork, name: string): Promise<void> {
  await searchClient(tab, nameOf(name))
  await deleteClient(tab, nameOf(name))
  saved.clients.set(name, null)
}

async function killInTheMiddle(
  number: number,
  [first]: Tabs,
  { browser, server, proxy }: { browser: KillableBrowser; server: BuiltServer; proxy: CuttingProxy },
): Promise<{ browser: boolean; server: boolean }> {
  const { victim, cut, passing } = plannedKill(number)
  const dead = { browser: victim !== 'server', server: victim !== 'browser' }
  const dying: Promise<void>[] = []
  const act = () => {
    if (dead.server) dying.push(server.kill())
    if (dead.browser) dying.push(browser.kill())
  }
  const begun = proxy.cutAt({ cut, passing, act })
  await browser.context.setOffline(false)
  // Failures in a browser that is being killed do not matter.
  void wakeWorker(browser.context, first, proxy.origin).catch(() => {})
  if (number % 2 === 1) void pressSyncNow(first).catch(() => {})
  const tooLate = new Promise<'nothing was sent'>((resolve) => setTimeout(resolve, 30_000, 'nothing was sent'))
  if ((await Promise.race([begun, tooLate])) === 'nothing was sent') {
    proxy.forget()
    act()
  }
  await Promise.all(dying)
  return dead
}

/** Every other time, the agent does not wait for the two to five seconds after an outage. */
async function pressSyncNow(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sync status' }).click()
  await page
    .getByRole('button', { name: /^(Sync|Try) now$/ })
    .first()
    .click()
}

/** Due operations must be sent without a press; others may wait for their time, if *Sync now* sends them. */
async function hangingOperations({ context }: KillableBrowser, page: Page): Promise<string[]> {
  await context.setOffline(false)
  await page.bringToFront()
  await page.getByRole('button', { name: 'Sync status' }).click()
  if (await hasNothingWaiting(page)) return []
  const left = await outboxOf(page)
  const due = left.filter(({ nextAt }) => nextAt <= Date.now())
  await page
    .getByRole('button', { name: /^(Sync|Try) now$/ })
    .first()
    .click()
  return (await hasNothingWaiting(page)) && due.length === 0 ? [] : left.map((operation) => JSON.stringify(operation))
}

function hasNothingWaiting(page: Page): Promise<boolean> {
  return page
    .getByText('Nothing is waiting')
    .waitFor({ timeout: drainsWithinMs })
    .then(
      () => true,
      () => false,
    )
}

type Left = { kind: string; state: string; attempts: number; nextAt: number; refusal: unknown; conflict: unknown }

async function outboxOf(page: Page): Promise<Left[]> {
  const { databases } = await readOriginStorage(page)
  return databases.flatMap(({ stores }) =>
    (stores['outbox'] ?? []).map((row) => {
      const { kind, state, attempts, nextAt, refusal, conflict } = (row as { value: Left }).value
      return { kind, state, attempts, nextAt, refusal, conflict }
    }),
  )
}
