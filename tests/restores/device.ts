import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { logIn, untilWorkerControls } from '#tests/support/journey-steps.ts'
import { deviceRows } from '../support/device-rows.ts'

export type Device = {
  name: string
  agent: string
  context: BrowserContext
  page: Page
  isOnline: boolean
}

export type DeviceWishes = {
  name: string
  agent: string
  viewport: { width: number; height: number }
  /** By how much its clock is wrong. */
  clockOffMs: number
}

/** A browser that knows nothing yet, signed in and able to work without a network. */
export async function openDevice(browser: Browser, origin: string, wishes: DeviceWishes): Promise<Device> {
  const { name, agent, viewport, clockOffMs } = wishes
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce' })
  context.setDefaultTimeout(8_000)
  if (clockOffMs !== 0) await context.addInitScript(setClock, clockOffMs)
  const page = await context.newPage()
  await page.goto(`${origin}/login?next=/clients`)
  await logIn(page, agent)
  await untilWorkerControls(page)
  return { name, agent, context, page, isOnline: true }
}

function setClock(offMs: number): void {
  globalThis.Date = new Proxy(Date, {
    construct: (real, parts: unknown[]) =>
      Reflect.construct(real, parts.length === 0 ? [real.now() + offMs] : parts) as Date,
    get: (real, name) => (name === 'now' ? () => real.now() + offMs : (Reflect.get(real, name) as unknown)),
  })
}

export async function setOnline(device: Device, isOnline: boolean): Promise<void> {
  await device.context.setOffline(!isOnline)
  device.isOnline = isOnline
}

export async function openOutbox({ page }: Device): Promise<void> {
  await page.getByRole('button', { name: 'Sync status' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Outbox' })).toBeVisible()
}

export async function pressSyncNow(device: Device): Promise<void> {
  await openOutbox(device)
  // While something is being sent there is nothing to press.
  await device.page
    .getByRole('button', { name: /^(Sync|Try) now$/ })
    .first()
    .click({ timeout: 2_000 })
    .catch(() => {})
}

export type Waiting = {
  entity: string
  kind: string
  state: string
  attempts: number
  nextAt: number
  refusal: unknown
}

export async function waitingOn({ page }: Device): Promise<Waiting[]> {
  const { outbox, facts } = await deviceRows(page, ['outbox', 'facts'])
  return [...(outbox as unknown as Waiting[]), ...facts.flatMap(waitingFigures)]
}

/** Figures lie beside the outbox, and look like it here. */
function waitingFigures({ name, value }: Record<string, unknown>): Waiting[] {
  if (value === null || !String(name).startsWith('figures unsent ')) return []
  const { problem } = value as { problem: string | null }
  const state = problem === null ? 'queued' : 'attention'
  return [{ entity: 'figures', kind: 'update', state, attempts: 0, nextAt: 0, refusal: problem }]
}

/** Waits for the agent, or behind what does. */
export function isForTheAgent({ state }: Waiting): boolean {
  return state === 'conflict' || state === 'attention' || state === 'blocked'
}

/** Presses *Sync now* until everything but what waits for the agent has gone; what is left after `withinMs`. */
export async function drain(device: Device, withinMs: number): Promise<Waiting[]> {
  const until = Date.now() + withinMs
  await pressSyncNow(device)
  let pressedAt = Date.now()
  for (;;) {
    const left = (await waitingOn(device)).filter((waiting) => !isForTheAgent(waiting))
    if (left.length === 0 || Date.now() > until) return left
    if (Date.now() - pressedAt > 3_000) {
      await pressSyncNow(device)
      pressedAt = Date.now()
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
