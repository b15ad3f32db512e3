import { type BrowserContext, expect, type Page } from '@playwright/test'
import { logIn, register } from '#tests/support/journey-steps.ts'
import { openBenchPage } from './bench-page.ts'
import { editedField, queueOf } from './page/plant-queue.ts'

export type Replay = { drained: number; exchanged: number }

/** Seconds from a queue that was filled offline to an empty outbox, and to the end of the exchange, including its pull. */
export async function replay(page: Page, agentId: string, how: 'as-offered' | 'one-by-one'): Promise<Replay> {
  const send = () => page.evaluate(([agent, sends]) => bench.send(agent, sends), [agentId, how] as const)
  await send()
  expect(await page.evaluate((agent) => bench.plantQueue(agent), agentId)).toBe(1000)
  const startedAt = Date.now()
  for (;;) {
    const begunAt = Date.now()
    const sending = await send()
    const endedAt = Date.now()
    if ((await page.evaluate((agent) => bench.waiting(agent), agentId)) > 0) continue
    return { drained: (begunAt + sending - startedAt) / 1000, exchanged: (endedAt - startedAt) / 1000 }
  }
}

export async function signedIn(page: Page, origin: string, username: string): Promise<string> {
  await register(page, origin, username)
  await logIn(page, username)
  const profile = (await (await page.context().request.get(`${origin}/api/users/profile/`)).json()) as {
    id: number
  }
  await openBenchPage(page, origin)
  return String(profile.id)
}

export type Found = { lost: number; doubled: number }

export async function compared(context: BrowserContext, origin: string): Promise<Found> {
  const records = await recordsOf(context, origin)
  const found = { lost: 0, doubled: 0 }
  for (const [entity, { created, editedTwice, deleted }] of Object.entries(queueOf) as [
    Kind,
    (typeof queueOf)[Kind],
  ][]) {
    const { name, values } = editedField[entity]
    const all = records.filter((record) => record.entity === entity).map(({ record }) => record)
    const names = new Set(all.map((record) => record[nameOf[entity]]))
    const missing = Math.max(created - deleted - names.size, 0)
    const twice = all.filter((record) => record[name] === values[2]).length
    const once = all.filter((record) => record[name] === values[1]).length
    found.lost += missing + Math.abs(editedTwice - twice + (created - deleted - editedTwice - once))
    found.doubled += all.length - names.size
  }
  return found
}

type Kind = keyof typeof queueOf

const nameOf = { listing: 'description', client: 'email', showing: 'client_email' } as const

type Sent = { entity: string; record: Record<string, unknown> }

async function recordsOf(context: BrowserContext, origin: string): Promise<Sent[]> {
  const records: Sent[] = []
  for (let cursor = ''; ;) {
    const answer = await context.request.get(`${origin}/api/sync/changes/?cursor=${encodeURIComponent(cursor)}`)
    expect(answer.status()).toBe(200)
    const page = (await answer.json()) as {
      changes: (Sent & { deleted: boolean })[]
      cursor: string
      has_more: boolean
    }
    records.push(...page.changes.filter(({ deleted }) => !deleted))
    if (!page.has_more) return records
    cursor = page.cursor
  }
}
