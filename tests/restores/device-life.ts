import type { Browser } from '@playwright/test'
import { numbersFrom } from '../support/random-days.ts'
import { type Device, openDevice } from './device.ts'
import { Ledger } from './ledger.ts'
import { allColours } from './photos-by-colour.ts'
import type { Report } from './report.ts'
import { runRestoreDay } from './restored-day.ts'
import { type ServerTemplate, type RestoredServer, backupMethods } from './restored-server.ts'
import { type Day, onAppointments, onClients, onListings, pick } from './agent-actions.ts'

/** Days in a row on one server and the same devices, which remember all earlier restores. */
export const daysOfALife = 10

export type LivedDay = {
  report: Report
  told: string[]
}

export type Life = {
  /** The same choices for the same number, though not in the same milliseconds. */
  live: (number: number) => Promise<LivedDay>
  end: () => Promise<void>
}

/** Starts a server, a phone and a desk of one agent, and sometimes another agent, who only takes up ids. */
export async function beginLife(
  browser: Browser,
  beginning: ServerTemplate,
  [agent, other]: readonly [string, string],
  number: number,
): Promise<Life> {
  const random = numbersFrom(number + 1)
  const server = await beginning.start(
    backupMethods[Math.floor(number / daysOfALife) % backupMethods.length] ?? 'snapshot',
  )
  const desktop = { width: 1280, height: 900 }
  const wanted = [
    { name: 'phone', agent, viewport: { width: 390, height: 844 }, clockOffMs: randomClockError(random) },
    { name: 'desk', agent, viewport: desktop, clockOffMs: randomClockError(random) },
    ...(random() < 0.4 ? [{ name: 'bystander', agent: other, viewport: desktop, clockOffMs: 0 }] : []),
  ]
  const devices = await Promise.all(wanted.map((wishes) => openDevice(browser, server.origin, wishes)))
  const ledger = new Ledger()
  const freeAddresses = shuffled(beginning.addresses, random)
  const freeColours = shuffled(allColours, random)
  return {
    live: (number) => live({ number, origin: server.origin, ledger, freeAddresses, freeColours }, server, devices),
    end: async () => {
      await Promise.all(devices.map(({ context }) => context.close().catch(() => {})))
      await server.close()
    },
  }
}

async function live(
  begun: Pick<Day, 'number' | 'origin' | 'ledger' | 'freeAddresses' | 'freeColours'>,
  server: RestoredServer,
  devices: readonly Device[],
): Promise<LivedDay> {
  const random = numbersFrom(begun.number + 1)
  const told: string[] = []
  const startedAt = Date.now()
  const tell = (what: string, device?: Device) => {
    const who = device === undefined ? '' : `${device.name}${device.isOnline ? '' : ' (offline)'} `
    told.push(`${((Date.now() - startedAt) / 1000).toFixed(1)} s: ${who}${what}`)
    if (process.env['ALOUD'] !== undefined) console.log(`  ${told.at(-1)}`)
  }
  const day: Day = { ...begun, random, tell, stumbles: [] }
  const work = [...onClients, ...(random() < 0.5 ? (pick(random, [onListings, onAppointments]) ?? []) : [])]
  const { ledger } = day
  const before = { saved: ledger.records.size + ledger.words.size, decided: ledger.decided }
  try {
    const report = await runRestoreDay(day, server, devices, work)
    const saved = ledger.records.size + ledger.words.size - before.saved
    return { told, report: { ...report, saved, decided: ledger.decided - before.decided, stumbles: day.stumbles } }
  } catch (error) {
    throw new Error(told.join('\n    '), { cause: error })
  }
}

/** A random clock error: the clocks of devices must decide nothing. */
function randomClockError(random: () => number): number {
  const hours = random() < 0.2 ? 26 : 0
  return (random() < 0.5 ? -hours : hours) * 3_600_000
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, rank: random() }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ item }) => item)
}
