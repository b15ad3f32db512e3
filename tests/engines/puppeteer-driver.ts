import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Browser, type ElementHandle, type KeyInput, launch, type Page } from 'puppeteer-core'
import { systemChromium } from '#tests/support/system-chromium.ts'
import type { Driver } from './driver.ts'
import { until } from './until.ts'

const loaded = { waitUntil: 'load' } as const

/** Time limit of a command; a page that does not load within it fails the journey. */
const protocolTimeout = 60_000

/** Without a mouse, the browser would use styles for touch. WebKit gets one from its X server. */
const chromiumMouse =
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4'
const firefoxMouse = { 'ui.primaryPointerCapabilities': 6, 'ui.allPointerCapabilities': 6 }

function launchEngine(engine: 'firefox' | 'chromium', userDataDir: string): Promise<Browser> {
  const isFirefox = engine === 'firefox'
  return launch({
    browser: isFirefox ? 'firefox' : 'chrome',
    executablePath: isFirefox ? (process.env['FIREFOX'] ?? '/usr/bin/firefox-esr') : systemChromium.executablePath,
    headless: true,
    userDataDir,
    args: isFirefox ? [] : [...systemChromium.args, '--disable-gpu', chromiumMouse],
    ...(isFirefox && { extraPrefsFirefox: firefoxMouse }),
    defaultViewport: null,
    protocolTimeout,
  })
}

export async function puppeteerDriver(engine: 'firefox' | 'chromium'): Promise<Driver<ElementHandle>> {
  const profile = await mkdtemp(path.join(tmpdir(), 'fanlight-profile-'))
  const browser = await launchEngine(engine, profile)
  const tabs: Page[] = [(await browser.pages())[0] ?? (await browser.newPage())]
  let page = tabs[0] as Page
  let size = { width: 1280, height: 900 }
  await page.setViewport(size)

  return {
    load: async (url) => {
      try {
        await page.goto(url, loaded)
      } catch (error) {
        // The opener policy may move the page into another process, which replaces the frame of a new tab.
        if (!/detached/i.test(String(error))) throw error
        await page.goto(url, loaded)
      }
    },
    reload: async () => void (await page.reload(loaded)),
    back: async () => void (await page.goBack(loaded)),
    forward: async () => void (await page.goForward(loaded)),
    run: (body) => page.evaluate(`(async () => { ${body} })()`),
    find: async (body) => (await page.evaluateHandle(`(() => { ${body} })()`)).asElement() as ElementHandle | null,
    click: (element) => element.click(),
    fill: (element, typed) => fill(page, element, typed),
    press: (key) => page.keyboard.press(key),
    pressWithControl: (letter) => pressWithControl(page, letter as KeyInput),
    upload: (element, files) => (element as ElementHandle<HTMLInputElement>).uploadFile(...files),
    hold: async (element, isDone) => {
      await element.hover()
      await page.mouse.down()
      await until('what holding the button opens', isDone)
      await page.mouse.up()
    },
    drag: (element, byX, byY) => drag(page, element, byX, byY),
    resize: async (width, height) => {
      size = { width, height }
      await page.setViewport(size)
    },
    screenshot: async (file) => void (await page.screenshot({ path: file })),
    openTab: async () => {
      page = await browser.newPage()
      tabs.push(page)
      await page.setViewport(size)
    },
    goToTab: async (tab) => {
      page = tabs[tab] as Page
      await page.bringToFront()
    },
    end: async () => {
      const { pid } = browser.process() ?? {}
      await browser.close().catch(() => {})
      if (pid !== undefined) killIfAlive(pid)
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {}
}

async function pressWithControl({ keyboard }: Page, letter: KeyInput): Promise<void> {
  await keyboard.down('Control')
  await keyboard.press(letter)
  await keyboard.up('Control')
}

async function drag({ mouse }: Page, element: ElementHandle, byX: number, byY: number): Promise<void> {
  await element.evaluate((one) => one.scrollIntoView({ block: 'center' }))
  const box = await element.boundingBox()
  if (box === null) throw new Error('What is to be dragged is not visible.')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await mouse.move(x, y)
  await mouse.down()
  await mouse.move(x + byX / 2, y + byY / 2, { steps: 8 })
  await mouse.move(x + byX, y + byY, { steps: 8 })
  await mouse.up()
}

async function fill({ keyboard }: Page, element: ElementHandle, text: string): Promise<void> {
  await element.evaluate((field) => {
    ;(field as HTMLInputElement).focus()
    ;(field as HTMLInputElement).select?.()
  })
  if (text === '') await keyboard.press('Backspace')
  else await keyboard.type(text)
}
