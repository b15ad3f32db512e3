import type { Driver, Engine } from './driver.ts'
import { puppeteerDriver } from './puppeteer-driver.ts'
import { css, finding, type Target } from './targets.ts'
import { until } from './until.ts'
import { webkitDriver } from './webkit-driver.ts'

/** A browser with one page of Fanlight, controlled by what a person sees. */
export type EnginePage = Pick<
  Driver,
  'back' | 'forward' | 'reload' | 'press' | 'resize' | 'screenshot' | 'openTab' | 'goToTab' | 'end' | 'run'
> & {
  engine: Engine
  /** Opens a path of the app or a full URL. */
  goto: (path: string) => Promise<void>
  sees: (target: Target) => Promise<boolean>
  see: (target: Target, maxMs?: number) => Promise<void>
  /** Waits until the page's heading starts with this. */
  heading: (start: string, maxMs?: number) => Promise<void>
  until: (condition: string, maxMs?: number) => Promise<void>
  click: (target: Target) => Promise<void>
  /** Replaces the text of the field, and waits until the field has it. */
  fill: (target: Target, text: string) => Promise<void>
  paste: (target: Target, text: string) => Promise<void>
  upload: (target: Target, ...files: string[]) => Promise<void>
  drag: (target: Target, byX: number, byY: number) => Promise<void>
  hold: (target: Target, opened: Target) => Promise<void>
  path: () => Promise<string>
}

/** Like `until`, but the error has what the page shows instead. */
async function untilOn<Answer>(driver: Driver, what: string, ask: () => Promise<Answer>, maxMs?: number) {
  try {
    return await until(what, ask, maxMs)
  } catch (cause) {
    const shown = await driver.run('return location.pathname + ": " + document.body.innerText.slice(0, 1000)')
    throw new Error(`${(cause as Error).message} The page shows ${String(shown)}`, { cause })
  }
}

/** Whether the target stays in place for two frames; a press on a moving target may miss it. */
function isStill(driver: Driver, target: Target): Promise<unknown> {
  return driver.run(`
    const place = () => JSON.stringify((() => { ${finding(target)} })()?.getBoundingClientRect())
    const before = place()
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return before === place()`)
}

export async function startEngine(engine: Engine, origin: string): Promise<EnginePage> {
  const driver = (await (engine === 'webkit' ? webkitDriver() : puppeteerDriver(engine))) as Driver
  const found = (target: Target, maxMs?: number) =>
    untilOn(driver, `${target.kind} “${target.name}”`, () => driver.find(finding(target)), maxMs)

  const page: EnginePage = {
    ...driver,
    engine,
    goto: (path) => driver.load(new URL(path, origin).href),
    sees: async (target) => (await driver.find(finding(target))) !== null,
    see: async (target, maxMs) => void (await found(target, maxMs)),
    heading: async (start, maxMs) => {
      const condition = `document.querySelector('#root main h1')?.textContent.startsWith(${JSON.stringify(start)}) === true`
      await page.until(condition, maxMs)
    },
    until: async (condition, maxMs) => {
      await untilOn(driver, condition, async () => (await driver.run(`return ${condition}`)) === true, maxMs)
    },
    // Finds the target again if it moves or is redrawn between finding and pressing.
    click: async (target) => {
      await found(target)
      // A key between two presses keeps them from counting as a double click.
      await driver.press('Shift')
      await untilOn(driver, `a press on ${target.kind} “${target.name}”`, async () => {
        const element = (await isStill(driver, target)) ? await driver.find(finding(target)) : null
        if (element === null) return false
        await driver.click(element)
        return true
      })
    },
    fill: async (target, text) => driver.fill(await found(target), text),
    paste: async (target, text) => {
      await found(target)
      // The source is beside the field, because a dialog takes the focus back from outside it.
      await driver.run(`
        const field = (() => { ${finding(target)} })()
        const source = Object.assign(document.createElement('textarea'), { value: ${JSON.stringify(text)}, id: 'copied' })
        field.parentElement.append(source)
        source.select()`)
      await driver.pressWithControl('c')
      await driver.run(`
        document.querySelector('#copied').remove()
        const field = (() => { ${finding(target)} })()
        field.focus()
        field.select()`)
      await driver.pressWithControl('v')
    },
    upload: async (target, ...files) => {
      const selector = target.kind === 'css' ? target : css('input[type=file]')
      const field = await until('a field for files', () =>
        driver.find(`return document.querySelector(${JSON.stringify(selector.name)})`),
      )
      await driver.upload(field, files)
    },
    drag: async (target, byX, byY) => driver.drag(await found(target), byX, byY),
    hold: async (target, opened) => driver.hold(await found(target), () => page.sees(opened)),
    path: async () => String(await driver.run('return location.pathname')),
  }
  return page
}
