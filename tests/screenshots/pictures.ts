import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import { type BuiltServer, startBuiltServer } from '../support/built-server.ts'
import { type AgentName, arrive } from './agents.ts'
import { contactSheet } from './contact-sheet.ts'
import { shiftOf, untilStill } from '../support/layout-shift.ts'
import { type Places, placesOf } from './places.ts'
import { screens } from './screens.ts'

const folder = path.resolve(import.meta.dirname, '../../screenshots')
const devices = {
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1280, height: 900 },
}
const themes = ['light', 'dark']
/** The layout shift that a page may have while it loads, as Chromium measures it. */
const maxShift = 0.02
const words = (process.env['PICTURES'] ?? '').split(' ').filter((word) => word !== '')

type Device = keyof typeof devices
type Scene = {
  name: string
  agent: AgentName
  address: string
  pressed: ((page: Page) => Promise<unknown>) | undefined
  devices: Device[]
}

test('every screen in every state', async ({ browser }) => {
  const server = await startBuiltServer([['demo']])
  try {
    const places = await placesOf(browser, server)
    const scenes = scenesOf(places)
    if (words.length === 0) await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    const seen: Seen = { pictures: [], shifts: [], problems: [] }
    await Promise.all([1, 2].map(() => photograph(browser, server, places, scenes, seen)))
    await writeFile(path.join(folder, 'index.html'), contactSheet(seen.pictures.toSorted()))
    const worst = seen.shifts.toSorted((one, other) => other.shift - one.shift)
    for (const { shift, name } of worst.slice(0, 10)) console.log(`layout shift ${shift.toFixed(3)}  ${name}`)
    console.log(`${seen.pictures.length} pictures: ${path.join(folder, 'index.html')}`)
    const tooFar = worst.filter(({ shift }) => shift > maxShift)
    expect([...seen.problems, ...tooFar.map(({ name, shift }) => `${name} shifts by ${shift.toFixed(3)}`)]).toEqual([])
  } finally {
    await server.close()
  }
})

type Seen = { pictures: string[]; shifts: { name: string; shift: number }[]; problems: string[] }

async function photograph(browser: Browser, server: BuiltServer, places: Places, scenes: Scene[], seen: Seen) {
  let context: BrowserContext | null = null
  let agent: AgentName | null = null
  for (let scene = scenes.shift(); scene !== undefined; scene = scenes.shift()) {
    try {
      if (context === null || scene.agent !== agent) {
        await context?.close()
        context = await arrive(browser, server, scene.agent, places)
        agent = scene.agent
      }
      for (const device of scene.devices) await photographOn(context, scene, device, seen)
    } catch (error) {
      const problem = `${scene.name}: ${String(error).split('\n', 1)[0]}`
      console.log(problem)
      seen.problems.push(problem)
      await context?.close()
      context = null
    }
  }
  await context?.close()
}

async function photographOn(
  context: BrowserContext,
  { name, address, pressed }: Scene,
  device: Device,
  seen: Seen,
): Promise<void> {
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  await page.setViewportSize(devices[device])
  // Touch devices have other styles.
  const browser = await context.newCDPSession(page)
  if (device !== 'desktop') await browser.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await untilStill(page)
  seen.shifts.push({ name: `${name}.${device}`, shift: await shiftOf(page) })
  if (pressed !== undefined) {
    await pressed(page)
    await untilStill(page)
  }
  const isWhole = (await page.getByRole('dialog').or(page.getByRole('alertdialog')).count()) === 0
  // Back at the top, in case a press has scrolled the page.
  const height = isWhole ? await page.evaluate(() => (scrollTo(0, 0), document.documentElement.scrollHeight)) : 0
  const clip = {
    x: 0,
    y: 0,
    width: devices[device].width,
    height: Math.min(Math.max(height, devices[device].height), 3000),
  }
  for (const theme of themes) {
    await page.evaluate((value) => (document.documentElement.dataset['theme'] = value), theme)
    const picture = `${name}.${device}.${theme}.png`
    await page.screenshot({ path: path.join(folder, picture), fullPage: isWhole, clip })
    seen.pictures.push(picture)
  }
  await page.close()
}

/** The chosen scenes, sorted by agent, because each new agent has to sign in. */
function scenesOf(places: Places): Scene[] {
  const scenes: Scene[] = []
  for (const [route, states] of Object.entries(screens)) {
    for (const [state, { agent = 'full', at = route, pressed }] of Object.entries(states)) {
      const name = `${nameOf(route)}.${state}`
      const address = at.replace(/\$(\w+)/, (_, place: string) => places[place] ?? '')
      const on = Object.keys(devices) as Device[]
      const chosen = on.filter((device) => words.every((word) => `${name}.${device}`.includes(word)))
      if (chosen.length > 0) scenes.push({ name, agent, address, pressed, devices: chosen })
    }
  }
  return scenes.toSorted((one, other) => one.agent.localeCompare(other.agent))
}

/** `/listings/$listingId/dashboard` is `listings-id-dashboard`. */
function nameOf(route: string): string {
  return route.slice(1).replaceAll(/\$\w+/g, 'id').replaceAll('/', '-') || 'home'
}
