import path from 'node:path'
import { writeFile } from 'node:fs/promises'
import { afterEach, expect, test } from 'vitest'
import { aPhoto } from '#tests/support/photos.ts'
import { newApiToken, outcomeOf, serverProcesses, type ServerProcess } from '#tests/support/server-process.ts'
import { mountSmallDisk, type SmallDisk } from '#tests/support/small-disk.ts'

const processes = serverProcesses()
let disk: SmallDisk | undefined

afterEach(async () => {
  await disk?.remove()
  disk = undefined
})

test('a disk that takes seven seconds for one file does not end the server, and a full one stops writing alone until everything goes on by itself', async () => {
  disk = await mountSmallDisk(path.join(processes.folder(), 'disk'), 260)
  const settings = { DATA_DIR: path.join(disk.folder, 'data') }
  const server = await processes.start({ ...settings, ...(await slowSecondBeat()) }, disk.inside)
  const beats = beatsOf(server)
  await expect.poll(beats, { timeout: 40_000 }).toBeGreaterThanOrEqual(2)
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200)
  const agent = await anAgentWithListing(server)
  const kept = new Set<number>()
  const add = async (number: number) => {
    const answer = await agent.post('/api/crm/clients/', aClient(number), `client-${number}:1`)
    if (answer.status === 201) kept.add(number)
    return answer
  }
  expect((await add(0)).status).toBe(201)
  expect((await agent.upload()).status).toBe(201)

  // Before nothing fits any more: the database's log grows by 16 MB at a time.
  await disk.fill(20)
  await expect.poll(async () => (await add(99)).status, { timeout: 10_000 }).toBe(503)
  await disk.free()
  await expect.poll(async () => (await add(98)).status, { timeout: 10_000 }).toBe(201)

  await disk.fill()
  // What the server knew of the disk is a moment old.
  const writing = Array.from({ length: 40 }, (_, index) => add(index + 1))
  expect((await Promise.all(writing)).filter(({ status }) => status !== 201 && status !== 503)).toEqual([])
  await expect.poll(async () => (await add(100)).status, { timeout: 10_000 }).toBe(503)
  for (const refused of [await add(101), await agent.upload()]) {
    const { code } = (await refused.json()) as { code: string }
    expect([refused.status, refused.headers.get('retry-after'), code]).toEqual([503, '30', 'disk_full'])
  }
  const before = beats()
  await expect.poll(beats, { timeout: 40_000 }).toBeGreaterThanOrEqual(before + 2)
  expect(await agent.clients()).toEqual([...kept].toSorted((one, other) => one - other))

  await disk.free()
  await expect.poll(async () => (await add(102)).status, { timeout: 10_000 }).toBe(201)
  expect((await agent.upload()).status).toBe(201)
  expect(await agent.clients()).toEqual([...kept].toSorted((one, other) => one - other))

  server.child.kill('SIGKILL')
  await server.ended
  await disk.fill()
  const { code, printed } = await outcomeOf(processes.run(settings, ['serve'], disk.inside))
  expect([code, printed]).toEqual([1, `DATA_DIR ${settings.DATA_DIR} is on a disk that is full.\n`])

  await disk.free()
  const again = anAgentOf(await processes.start(settings, disk.inside), agent.token)
  expect(await again.clients()).toEqual([...kept].toSorted((one, other) => one - other))
}, 240_000)

/** Settings under which the lock of the data folder says when it beats, and one beat takes longer than the pause between two. */
async function slowSecondBeat(): Promise<Record<string, string>> {
  const script = path.join(processes.folder(), 'slow-beat.mjs')
  await writeFile(
    script,
    `import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    const { rename, writeFile } = fs.promises
    let beats = 0
    fs.promises.writeFile = async (file, text, ...rest) => {
      const isDraft = /owner\\.json\\..+\\.new$/.test(String(file))
      if (isDraft && JSON.parse(text).beat > 0) console.log('beat', (beats += 1))
      return writeFile(file, text, ...rest)
    }
    fs.promises.rename = async (from, to) => {
      if (beats === 2 && String(to).endsWith('owner.json')) await new Promise((resolve) => setTimeout(resolve, 7000))
      return rename(from, to)
    }
    syncBuiltinESMExports()`,
  )
  return { NODE_OPTIONS: `--import=${script}` }
}

/** How many beats the lock has begun since the server was ready. */
function beatsOf({ child }: ServerProcess): () => number {
  let printed = ''
  child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  return () => printed.match(/^beat/gm)?.length ?? 0
}

const aClient = (number: number) => ({ first_name: 'Nora', last_name: `Q${number}`, email: 'nora@example.com' })

async function anAgentWithListing(server: ServerProcess) {
  const token = await newApiToken(server.origin)
  const agent = anAgentOf(server, token)
  const { results } = (await (await agent.get('/api/properties/properties/?page_size=1')).json()) as {
    results: { id: number }[]
  }
  const listing = { property: results[0]!.id, listing_price: 250_000, description: 'A house.', status: 'For Sale' }
  const made = (await (await agent.post('/api/listings/', listing, 'listing:1')).json()) as { id: number }
  const photo = await aPhoto({ width: 1600, height: 1200 })
  const upload = () => {
    const form = new FormData()
    form.set('image', new File([new Uint8Array(photo)], 'photo.jpg', { type: 'image/jpeg' }))
    return agent.send('POST', `/api/listings/${made.id}/images/`, form)
  }
  return { ...agent, upload }
}

function anAgentOf({ origin }: ServerProcess, token: string) {
  const authorization = `Bearer ${token}`
  const send = (method: string, url: string, body?: FormData | string, headers: Record<string, string> = {}) =>
    fetch(origin + url, { method, headers: { authorization, ...headers }, ...(body === undefined ? {} : { body }) })
  const post = (url: string, body: unknown, key: string) =>
    send('POST', url, JSON.stringify(body), { 'content-type': 'application/json', 'idempotency-key': key })
  const get = (url: string) => send('GET', url)
  /** The numbers of the clients that are there. */
  const clients = async () => {
    const page = (await (await get('/api/crm/clients/?page_size=500')).json()) as { results: { last_name: string }[] }
    return page.results.map((client) => Number(client.last_name.slice(1))).toSorted((one, other) => one - other)
  }
  return { token, send, post, get, clients }
}
