import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { aPhoto } from '#tests/support/photos.ts'
import { newApiToken, outcomeOf, serverProcesses, type ServerProcess } from '#tests/support/server-process.ts'
import { mountSmallDisk, type SmallDisk } from '#tests/support/small-disk.ts'
import { withTimers } from '#tests/support/timers-of-process.ts'

const processes = serverProcesses()
let disk: SmallDisk | undefined

afterEach(async () => {
  await disk?.remove()
  disk = undefined
})

test('a stalled disk does not end the server, and a full one stops only writes until there is room', async () => {
  disk = await mountSmallDisk(path.join(processes.folder(), 'disk'), 260)
  const settings = { DATA_DIR: path.join(disk.folder, 'data') }
  const server = await processes.start({ ...settings, ...(await obedientDisk()) }, disk.inside)
  const beats = linesOf(server, /^beat$/gm)
  const held = linesOf(server, /^held$/gm)
  server.child.stdin?.write('hold')
  await expect.poll(held).toBe(1)
  const beatsBefore = beats()
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200)
  const agent = await anAgentWithListing(server)
  expect(beats()).toBe(beatsBefore)
  server.child.stdin?.write('go on')
  await expect.poll(beats).toBeGreaterThanOrEqual(beatsBefore + 2)
  const kept = new Set<number>()
  const add = async (number: number) => {
    const answer = await agent.post('/api/crm/clients/', aClient(number), `client-${number}:1`)
    if (answer.status === 201) kept.add(number)
    return answer
  }
  expect((await add(0)).status).toBe(201)
  expect((await agent.upload()).status).toBe(201)

  // Almost full: the database's log grows by 16 MB at a time.
  await disk.fill(20)
  await expect.poll(async () => (await add(99)).status, { timeout: 10_000 }).toBe(503)
  await disk.free()
  await expect.poll(async () => (await add(98)).status, { timeout: 10_000 }).toBe(201)

  await disk.fill()
  // The server's view of the disk is a moment old.
  const writing = Array.from({ length: 40 }, (_, index) => add(index + 1))
  expect((await Promise.all(writing)).filter(({ status }) => status !== 201 && status !== 503)).toEqual([])
  await expect.poll(async () => (await add(100)).status, { timeout: 10_000 }).toBe(503)
  for (const refused of [await add(101), await agent.upload()]) {
    const { code } = (await refused.json()) as { code: string }
    expect([refused.status, refused.headers.get('retry-after'), code]).toEqual([503, '30', 'disk_full'])
  }
  const before = beats()
  await expect.poll(beats).toBeGreaterThanOrEqual(before + 2)
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

/** The lock beats ten times a second and prints it. Between `hold` and `go on`, its file is not put in place. */
function obedientDisk(): Promise<Record<string, string>> {
  return withTimers(
    processes.folder(),
    { 4000: 100 },
    `const { default: fs } = await import('node:fs')
    const { syncBuiltinESMExports } = await import('node:module')
    const { rename, writeFile } = fs.promises
    let isHeld = false
    let goOn = () => {}
    process.stdin.on('data', (said) => {
      isHeld = String(said) === 'hold'
      if (!isHeld) goOn()
    })
    fs.promises.writeFile = async (file, ...rest) => {
      if (/owner\\.json\\..+\\.new$/.test(String(file))) console.log('beat')
      return writeFile(file, ...rest)
    }
    fs.promises.rename = async (from, to) => {
      if (isHeld && String(to).endsWith('owner.json')) {
        console.log('held')
        await new Promise((resolve) => (goOn = resolve))
      }
      return rename(from, to)
    }
    syncBuiltinESMExports()`,
  )
}

function linesOf({ child }: ServerProcess, line: RegExp): () => number {
  let printed = ''
  child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  return () => printed.match(line)?.length ?? 0
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
  const clients = async () => {
    const page = (await (await get('/api/crm/clients/?page_size=500')).json()) as { results: { last_name: string }[] }
    return page.results.map((client) => Number(client.last_name.slice(1))).toSorted((one, other) => one - other)
  }
  return { token, send, post, get, clients }
}
