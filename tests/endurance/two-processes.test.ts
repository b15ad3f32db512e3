import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { expect, onTestFinished, test, vi } from 'vitest'
import { insertAgent } from '#server/accounts/agents-repository.ts'
import { insertApiToken } from '#server/accounts/credentials-repository.ts'
import { hashOfToken, newSecretToken } from '#server/accounts/secret-tokens.ts'
import { startBucket } from '#tests/support/bucket.ts'
import { hasPostgres } from '#tests/support/databases.ts'
import { aForm } from '#tests/support/listings.ts'
import { openTestServer } from '#tests/support/server.ts'
import { serverProcesses } from '#tests/support/server-process.ts'
import { agentWithToken, type PersistentAgent } from './agent-at-server.ts'
import { doRoundOfWork, differencesOf, everything, type Expected, type Page } from './work-of-agents.ts'

const processes = serverProcesses()
vi.setConfig({ testTimeout: 1_200_000 })
const agents = 200
const seconds = Number(process.env['PROCESSES_SECONDS'] ?? 60)
const cutOff = { share: 0.1, withinMs: 1000 }
const thinkingMs = { least: 500, most: 1500 }

type Photos = Map<string, Buffer>
type Work = { agent: PersistentAgent; expected: Expected; photos: Photos }

test.skipIf(!hasPostgres)(
  `two processes on one PostgreSQL and one bucket lose and double nothing of ${agents} agents`,
  async () => {
    const bucket = await startBucket({ keysInPage: 1000 })
    onTestFinished(() => bucket.close())
    const database = await processes.databaseOf('postgres')
    const tokens = await tokensOf(database['DATABASE_URL']!)
    const environment = { ...database, ...inBucket(bucket.settings) }
    const servers = [await processes.start(environment), await processes.start(environment)]
    const figures: Figures = { operations: 0, replays: 0, latencies: new Map() }
    // As a load balancer does.
    const either = () => servers[Math.random() < 0.5 ? 0 : 1]!.origin
    const works = tokens.map((token): Work => ({
      agent: thinking(agentWithToken(either, token, { hangsUpAfter: patience, onAnswer: measured(figures) })),
      expected: new Map(),
      photos: new Map(),
    }))
    const until = performance.now() + seconds * 1000
    await Promise.all(works.map((work, index) => workOn(work, index, until, figures)))
    for (const [place, { child }] of servers.entries()) expect([place, child.exitCode]).toEqual([place, null])

    console.log(
      `${agents} agents, ${seconds} s, two processes: ${figures.operations} acknowledged operations, of ${figures.replays} the first answer was lost.`,
    )
    for (const [what, all] of figures.latencies) console.log(`${what}: ${latenciesOf(all)}.`)
    const quiet = tokens.map((token) => agentWithToken(either, token))
    const found = await differencesOfAll(works, quiet)
    const photos = await photosOfAll(
      works,
      quiet,
      servers.map(({ origin }) => origin),
    )
    console.log(
      `${found.records} records: ${found.lost.length} lost, ${found.doubled.length} doubled, ${found.strange.length} that nobody made, ` +
        `${found.sameIds} ids given twice. ${photos.count} photos: ${photos.different.length} lost or different.`,
    )
    expect({ ...found, ...photos }).toMatchObject({ lost: [], doubled: [], strange: [], sameIds: 0, different: [] })
    expect(photos.count).toBeGreaterThan(agents / 2)
  },
)

function inBucket({
  endpoint,
  region,
  accessKeyId,
  secretAccessKey,
}: Awaited<ReturnType<typeof startBucket>>['settings']) {
  const { origin, pathname } = new URL(endpoint)
  return {
    S3_ENDPOINT: origin,
    S3_BUCKET: pathname.slice(1),
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  }
}

/** Tokens of new agents, inserted directly because an address may register only a few. */
async function tokensOf(databaseUrl: string): Promise<string[]> {
  const { services, stop } = await openTestServer(processes.folder(), databaseUrl)
  const { db } = services.database
  const names = { first_name: '', last_name: '', license_number: '', phone_number: '', password_hash: '' }
  const tokens: string[] = []
  for (let number = 0; number < agents; number += 1) {
    const username = `agent-${number}`
    const { id } = await insertAgent(db, { ...names, username, email: `${username}@example.com` })
    const token = newSecretToken()
    await insertApiToken(db, { agent_id: id, name: 'Device', scope: 'read-write', token_hash: hashOfToken(token) })
    tokens.push(token)
  }
  await stop()
  return tokens
}

type Figures = { operations: number; replays: number; latencies: Map<string, number[]> }

function patience(): number | undefined {
  return Math.random() < cutOff.share ? Math.ceil(Math.random() * cutOff.withinMs) : undefined
}

function measured(figures: Figures) {
  const { latencies } = figures
  return (path: string, ms: number, isReplay: boolean) => {
    if (isReplay) figures.replays += 1
    const what = path.endsWith('/images/') ? 'photo' : path === 'sync/batch/' ? 'batch of three' : 'record'
    latencies.set(what, [...(latencies.get(what) ?? []), ms])
  }
}

function thinking({ ask, insist }: PersistentAgent): PersistentAgent {
  const { least, most } = thinkingMs
  return {
    ask,
    insist: async (...request) => {
      await pause(least + Math.random() * (most - least))
      return insist(...request)
    },
  }
}

async function workOn(
  { agent, expected, photos }: Work,
  index: number,
  until: number,
  figures: Figures,
): Promise<void> {
  const properties = (await agent.insist('GET', 'properties/properties/?page_size=50', undefined, 'none')).body as Page
  for (let round = 0; performance.now() < until; round += 1) {
    const name = `a${index}-${round}`
    const property = properties.results[(index + round) % properties.results.length]!.id
    const listing = await doRoundOfWork(agent, name, property, expected, figures)
    const bytes = await aPhoto()
    const answer = await agent.insist('POST', `listings/${listing}/images/`, aForm({ image: bytes }), `${name}-photo:1`)
    expect(answer.status, JSON.stringify(answer)).toBe(201)
    photos.set(`${name}-photo`, bytes)
    figures.operations += 1
  }
}

/** Random, and small enough and in a format that the server stores unchanged. */
function aPhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  return sharp({ create: { width: 320, height: 240, channels: 3, background: '#000', noise } })
    .webp({ quality: 80 })
    .toBuffer()
}

function latenciesOf(all: readonly number[]): string {
  const sorted = all.toSorted((one, other) => one - other)
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)]!)
  return `${sorted.length} answers, p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, slowest ${at(1)} ms`
}

async function differencesOfAll(works: readonly Work[], quiet: readonly PersistentAgent[]) {
  const lost: unknown[] = []
  const doubled: unknown[] = []
  const strange: string[] = []
  const ids: string[] = []
  for (const [index, { expected }] of works.entries()) {
    const found = await differencesOf(quiet[index]!, expected)
    lost.push(...found.lost)
    doubled.push(...found.doubled)
    strange.push(...found.strange)
    for (const [kind, some] of Object.entries(found.ids)) ids.push(...some.map((id) => `${kind} ${id}`))
  }
  return { lost, doubled, strange, records: ids.length, sameIds: ids.length - new Set(ids).size }
}

async function photosOfAll(works: readonly Work[], quiet: readonly PersistentAgent[], origins: readonly string[]) {
  const different: string[] = []
  let count = 0
  for (const [index, { photos }] of works.entries()) {
    const listings = await everything(quiet[index]!, 'listings')
    const kept = listings.flatMap(({ images }) => images as { client_key: string; image: string }[])
    count += kept.length
    for (const [key, bytes] of photos) {
      const [image, ...others] = kept.filter(({ client_key }) => client_key === key)
      const served = await Promise.all(
        origins.map(async (origin) => Buffer.from(await (await fetch(origin + image?.image)).arrayBuffer())),
      )
      if (others.length > 0 || served.some((one) => !one.equals(bytes))) different.push(key)
    }
    if (kept.length !== photos.size) different.push(`agent ${index}: ${kept.length} photos instead of ${photos.size}`)
  }
  return { different, count }
}
