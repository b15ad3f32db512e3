import { spawn } from 'node:child_process'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { systemChromium } from './system-chromium.ts'

export type KillableBrowser = {
  context: BrowserContext
  page: Page
  /** Kills the browser as the system does when memory is low: nothing is flushed. */
  kill: () => Promise<void>
}

/** The system's Chromium as a child process, on a profile that outlives it. */
export async function startKillableBrowser(
  profile: string,
  viewport: { width: number; height: number },
): Promise<KillableBrowser> {
  const child = spawn(
    systemChromium.executablePath,
    [
      '--headless',
      ...systemChromium.args,
      // As in the other journeys: emulating a GPU costs processor time.
      '--disable-gpu',
      '--no-first-run',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      `--window-size=${viewport.width},${viewport.height}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const address = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const found = /DevTools listening on (ws:\S+)/.exec(said)?.[1]
      if (found !== undefined) resolve(found)
    })
    child.once('exit', () => reject(new Error(`Chromium ended before it was ready: ${said}`)))
  })
  const browser = await chromium.connectOverCDP(address)
  const context = browser.contexts()[0]
  if (context === undefined) throw new Error('Chromium opened no window.')
  const page = context.pages()[0] ?? (await context.newPage())
  await page.setViewportSize(viewport)
  return {
    context,
    page,
    kill: async () => {
      child.kill('SIGKILL')
      await ended
      await browser.close().catch(() => {})
    },
  }
}
