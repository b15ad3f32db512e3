import { decideAll } from './decide.ts'
import { compareWithServer, differences, differencesOnScreen, readServer } from './compare.ts'
import { type Device, drain, openOutbox, setOnline, waitingOn } from './device.ts'
import type { Report } from './report.ts'
import type { RestoredServer } from './restored-server.ts'
import { addsClient, type Day, dismissToasts, pick, type AgentAction } from './agent-actions.ts'

/** The time for everything to settle once all devices are online; longer is stuck. */
const restsWithinMs = 90_000

export async function runRestoreDay(
  day: Day,
  server: RestoredServer,
  devices: readonly Device[],
  work: readonly AgentAction[],
): Promise<Report> {
  const { random, tell } = day
  const between = (least: number, most: number) => least + Math.floor(random() * (most - least + 1))
  const some = (least: number, most: number) => doSome(day, devices, work, between(least, most))
  let restores = 0

  await some(1, 3)
  if (random() < 0.6) await sendOnAll(day, devices)
  const kept = [await keep(day, server)]
  do {
    await some(2, 4)
    if (random() < 0.6) await sendOnOne(day, devices)
    if (random() < 0.3) await some(1, 2)
    const end = random() < 0.5 ? 'stop' : 'kill'
    const state = pick(random, kept) ?? 0
    tell(`— the server is put back to state ${state} (${end})`)
    await Promise.all([server.putBack(state, end), some(1, 2)])
    restores += 1
    if (random() < 0.7) await some(1, 3)
    if (random() < 0.2) kept.push(await keep(day, server))
  } while (restores < 3 && random() < 0.25)

  const stuck = await settleAll(day, devices)
  const sentAgain = await readSentAgain(day, devices)
  return { ...noFaults, days: 1, restores, ...(await compare(day, devices)), stuck, sentAgain }
}

const noFaults = { saved: 0, decided: 0, stumbles: [] }

async function doSome(
  day: Day,
  devices: readonly Device[],
  work: readonly AgentAction[],
  count: number,
): Promise<void> {
  const { random, tell } = day
  for (let done = 0; done < count; done += 1) {
    const device = pick(random, devices)
    const chosen = pick(random, work)
    if (device === undefined || chosen === undefined) return
    if (random() < (device.isOnline ? 0.12 : 0.35)) {
      await setOnline(device, !device.isOnline)
      tell(device.isOnline ? 'goes online' : 'goes offline', device)
      continue
    }
    try {
      await dismissToasts(device.page)
      tell((await chosen(day, device)) ?? (await addsClient(day, device)) ?? 'does nothing', device)
    } catch (error) {
      await logBlockedAction(day, device, `${chosen.name}: ${firstLines(error)}`)
    }
  }
}

async function logBlockedAction(day: Day, device: Device, what: string): Promise<void> {
  const picture = `test-results/restores-${day.number}-${day.stumbles.length}.png`
  await device.page.screenshot({ path: picture }).catch(() => {})
  day.stumbles.push(`${device.name} ${what}, see ${picture}`)
  day.tell(`stumbles: ${what}, see ${picture}`, device)
  await device.page.goto(`${day.origin}/clients`)
}

function firstLines(error: unknown): string {
  const [first, ...rest] = (error instanceof Error ? error.message : String(error)).split('\n')
  return [first, rest.find((line) => line.includes('waiting for') || line.includes('Locator'))].join(' ')
}

async function sendOnAll({ tell }: Day, devices: readonly Device[]): Promise<void> {
  for (const device of devices) if (device.isOnline) await drain(device, 10_000)
  tell('everything that is online is sent')
}

async function sendOnOne({ random, tell }: Day, devices: readonly Device[]): Promise<void> {
  const device = pick(
    random,
    devices.filter(({ isOnline }) => isOnline),
  )
  if (device === undefined) return
  await drain(device, 10_000)
  tell('has sent everything', device)
}

async function keep({ tell }: Day, server: RestoredServer): Promise<number> {
  const number = await server.keep()
  tell(`— state ${number} is kept`)
  return number
}

/** Brings all devices online, sends and decides until nothing waits and all are equal; returns the remaining differences. */
async function settleAll(day: Day, devices: readonly Device[]): Promise<string[]> {
  const stuck: string[] = []
  const until = Date.now() + restsWithinMs
  for (const device of devices) await setOnline(device, true)
  day.tell('— all go online')
  let differ: string[] = []
  do {
    for (const device of devices) {
      await drain(device, until - Date.now())
      if ((await waitingOn(device)).length === 0) continue
      await dismissToasts(device.page)
      const { said, helpless } = await decideAll(day, device)
      for (const what of said) day.tell(what, device)
      for (const what of helpless) stuck.push(`on the ${device.name}, nothing can be done about: ${what}`)
    }
    differ = await lookForDifferences(day, devices)
  } while (differ.length > 0 && stuck.length === 0 && Date.now() < until)
  for (const device of devices) {
    for (const { entity, kind, state, refusal } of await waitingOn(device))
      stuck.push(`${kind} of ${entity} is ${state} on the ${device.name}: ${JSON.stringify(refusal)}`)
  }
  return stuck.length > 0 ? stuck : differ
}

async function lookForDifferences({ origin }: Day, devices: readonly Device[]): Promise<string[]> {
  const found: string[] = []
  for (const device of devices) {
    if ((await waitingOn(device)).length > 0) found.push(`something waits on the ${device.name}`)
    const server = await readServer(origin, device)
    found.push(...(await differences(device, server)), ...(await differencesOnScreen(device, server)))
  }
  return found
}

async function compare(
  { origin, ledger }: Day,
  devices: readonly Device[],
): Promise<Pick<Report, 'lost' | 'doubled' | 'mixedUp'>> {
  const faults = { lost: [] as string[], doubled: [] as string[], mixedUp: [] as string[] }
  const agents = new Map(devices.map((device) => [device.agent, device]))
  for (const [agent, device] of agents) {
    const found = compareWithServer(ledger, agent, await readServer(origin, device))
    faults.lost.push(...found.lost)
    faults.doubled.push(...found.doubled)
    faults.mixedUp.push(...found.mixedUp)
  }
  return faults
}

async function readSentAgain({ tell }: Day, devices: readonly Device[]): Promise<number> {
  let sum = 0
  for (const device of devices) {
    await openOutbox(device)
    const told = device.page.getByRole('status').filter({ hasText: /restored from an older copy/ })
    if ((await told.count()) === 0) continue
    const count = Number(/copy\. (\d+) change/.exec(await told.first().innerText())?.[1])
    await told.getByRole('button', { name: 'OK' }).click()
    tell(`has sent ${count} again`, device)
    sum += count
  }
  return sum
}
