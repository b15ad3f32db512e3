import type { BrowserContext } from '@playwright/test'
import { recordsOnServer } from '#tests/support/journey-steps.ts'

/** Work that the screen called saved: each client with the last note, or null if deleted. */
export type SavedWork = { clients: Map<string, string | null> }

export type Report = {
  kills: number
  /** Writes that reached the server, retries included. */
  writes: number
  saved: number
  lost: string[]
  doubled: string[]
  /** Records on which an older change came after a newer one. */
  outOfOrder: string[]
  /** Operations that still waited although they were due. */
  hangs: string[]
}

export async function reportOf(
  context: BrowserContext,
  origin: string,
  { clients }: SavedWork,
): Promise<Omit<Report, 'kills' | 'hangs' | 'writes'>> {
  const there = await allClients(context, origin)
  const notesByName = new Map<string, string[]>()
  for (const client of there) {
    const name = String(client['first_name'])
    notesByName.set(name, [...(notesByName.get(name) ?? []), String(client['phone_number'])])
  }
  const lost: string[] = []
  const doubled: string[] = []
  const outOfOrder: string[] = []
  for (const [name, note] of clients) {
    const notes = notesByName.get(name) ?? []
    if (notes.length > 1) doubled.push(name)
    else if (note === null && notes.length === 1) outOfOrder.push(`${name} is still there`)
    else if (note !== null && notes.length === 0) lost.push(name)
    else if (note !== null && notes[0] !== note) outOfOrder.push(`${name}: “${notes[0]}” instead of “${note}”`)
  }
  for (const [name, notes] of notesByName) if (!clients.has(name) && notes.length > 1) doubled.push(name)
  return { saved: clients.size, lost, doubled, outOfOrder }
}

async function allClients(context: BrowserContext, origin: string): Promise<Record<string, unknown>[]> {
  return recordsOnServer(context, origin, 'crm/clients/')
}

export function formatReport({ kills, writes, saved, lost, doubled, outOfOrder, hangs }: Report): string {
  return `${kills} kills, ${saved} records saved, ${writes} writes on the wire: ${lost.length} lost, ${doubled.length} doubled, ${outOfOrder.length} out of order, ${hangs.length} hangs`
}

export function mergeReports(reports: readonly Report[]): Report {
  const sum = (of: (report: Report) => number) => reports.reduce((total, report) => total + of(report), 0)
  return {
    kills: sum(({ kills }) => kills),
    writes: sum(({ writes }) => writes),
    saved: sum(({ saved }) => saved),
    lost: reports.flatMap(({ lost }) => lost),
    doubled: reports.flatMap(({ doubled }) => doubled),
    outOfOrder: reports.flatMap(({ outOfOrder }) => outOfOrder),
    hangs: reports.flatMap(({ hangs }) => hangs),
  }
}
