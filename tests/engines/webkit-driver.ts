import { type ChildProcess, spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { Builder, Capabilities, Key as SeleniumKey, type WebDriver, type WebElement } from 'selenium-webdriver'
import { freePort } from '#tests/support/built-server.ts'
import type { Driver, Key } from './driver.ts'
import { until } from './until.ts'

const keys: Record<Key, string> = {
  Enter: SeleniumKey.ENTER,
  Shift: SeleniumKey.SHIFT,
  Tab: SeleniumKey.TAB,
  Escape: SeleniumKey.ESCAPE,
  ArrowDown: SeleniumKey.ARROW_DOWN,
  ArrowUp: SeleniumKey.ARROW_UP,
  ArrowLeft: SeleniumKey.ARROW_LEFT,
  ArrowRight: SeleniumKey.ARROW_RIGHT,
}

/** WebKitGTK's own browser has no headless mode, so it gets an X server. */
async function startSession() {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const display = `:${await firstLine(screen, screen.stdio[3] as Readable)}`
  const port = await freePort()
  const service = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: { ...process.env, DISPLAY: display, GDK_BACKEND: 'x11' },
    stdio: 'ignore',
  })
  const address = `http://127.0.0.1:${port}`
  const answers = async () => (await fetch(`${address}/status`)).ok
  await until('WebKitWebDriver answers', answers)
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary: miniBrowser(), args: ['--automation'] },
  })
  const driver = await new Builder().usingServer(address).withCapabilities(capabilities).build()
  await driver.manage().setTimeouts({ script: 30_000, pageLoad: 60_000 })
  await moveToPopup(driver)
  return { driver, processes: [service, screen] }
}

/** A window with a toolbar is at least 447 pixels wide; a popup has exactly the requested size. */
async function moveToPopup(driver: WebDriver): Promise<void> {
  const first = await driver.getWindowHandle()
  await driver.executeScript(`
    document.body.innerHTML = '<button>Open</button>'
    document.querySelector('button').onclick = () => open('about:blank', '_blank', 'popup,noopener,width=1280,height=900')`)
  await driver.findElement({ css: 'button' }).click()
  const popup = await until('a window without a toolbar', async () =>
    (await driver.getAllWindowHandles()).find((handle) => handle !== first),
  )
  await driver.close()
  await driver.switchTo().window(popup)
}

export async function webkitDriver(): Promise<Driver<WebElement>> {
  const { driver, processes } = await startSession()
  const resize = async (width: number, height: number) =>
    void (await driver.manage().window().setRect({ width, height, x: 0, y: 0 }))
  await resize(1280, 900)
  const tabs = [await driver.getWindowHandle()]

  return {
    load: (url) => driver.get(url),
    reload: () => driver.navigate().refresh(),
    back: () => driver.navigate().back(),
    forward: () => driver.navigate().forward(),
    run: async (body) => {
      const outcome = await driver.executeAsyncScript<{ value?: unknown; error?: string }>(
        `const done = arguments[arguments.length - 1];
        (async () => { ${body} })().then((value) => done({ value }), (error) => done({ error: String(error) }))`,
      )
      if (outcome.error !== undefined) throw new Error(outcome.error)
      return outcome.value ?? null
    },
    find: (body) => driver.executeScript<WebElement | null>(body),
    click: async (element) => {
      await scrollTo(driver, element)
      await element.click()
    },
    fill: async (element, text) => {
      await driver.executeScript('arguments[0].focus(); arguments[0].select?.()', element)
      await element.sendKeys(text === '' ? SeleniumKey.BACK_SPACE : text)
    },
    press: (key) => driver.actions().sendKeys(keys[key]).perform(),
    pressWithControl: (letter) => pressWithControl(driver, letter),
    upload: (element, files) => element.sendKeys(files.join('\n')),
    hold: async (element, isDone) => {
      await driver.actions({ async: true }).move({ origin: element }).press().perform()
      await until('what holding the button opens', isDone)
      await driver.actions({ async: true }).release().perform()
    },
    drag: async (element, byX, byY) => {
      await scrollTo(driver, element)
      await driver
        .actions({ async: true })
        .move({ origin: element })
        .press()
        .move(byPointer(byX >> 1, byY >> 1))
        .move(byPointer(byX - (byX >> 1), byY - (byY >> 1)))
        .release()
        .perform()
    },
    resize,
    screenshot: async (file) => writeFile(file, await driver.takeScreenshot(), 'base64'),
    openTab: async () => {
      await driver.switchTo().newWindow('tab')
      tabs.push(await driver.getWindowHandle())
    },
    goToTab: async (tab) => driver.switchTo().window(tabs[tab] as string),
    end: async () => {
      await driver.quit().catch(() => {})
      for (const child of processes) await ended(child)
    },
  }
}

function byPointer(x: number, y: number) {
  return { origin: 'pointer' as never, x, y, duration: 200 }
}

async function scrollTo(driver: WebDriver, element: WebElement): Promise<void> {
  await driver.executeScript('arguments[0].scrollIntoView({ block: "center" })', element)
}

function pressWithControl(driver: WebDriver, letter: string): Promise<void> {
  return driver.actions().keyDown(SeleniumKey.CONTROL).sendKeys(letter).keyUp(SeleniumKey.CONTROL).perform()
}

function miniBrowser(): string {
  const folders = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].flatMap((machine) =>
    ['webkit2gtk-4.1', 'webkit2gtk-4.0', 'webkitgtk-6.0'].map(
      (version) => `/usr/lib/${machine}/${version}/MiniBrowser`,
    ),
  )
  return folders.find((file) => existsSync(file)) ?? 'MiniBrowser'
}

function firstLine(child: ChildProcess, output: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`It ended with ${code}.`)))
    child.once('error', reject)
    output.once('data', (bytes: Buffer) => resolve(bytes.toString().trim()))
  })
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await exit
}
