import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Browser, test } from '@playwright/test'
import { build } from 'vite'
import { startBuiltServer } from '../../support/built-server.ts'
import { compared, replay, signedIn } from '../replay.ts'
import { slowProxy } from '../slow-proxy.ts'
import type { Cell } from './table-reporter.ts'

const here = import.meta.dirname

type Peer = { prepare: () => unknown; fill: () => Promise<void>; send: (beside: string) => Promise<void> }
declare const peer: Peer

const quiet = { latencyMs: 0, lostAnswers: 0, refused: 0 }
const lines = [
  { line: 'no latency', ...quiet },
  { line: '50 ms latency', ...quiet, latencyMs: 50 },
  { line: '10 % of answers lost, 5 % refused', ...quiet, lostAnswers: 0.1, refused: 0.05 },
]

const peers = [
  { name: 'Workbox background sync', page: 'workbox', api: 'rest', keys: 'no-keys' },
  { name: 'TanStack DB, offline transactions, keys', page: 'tanstack', api: 'rest', keys: 'keys' },
  { name: '… on a server that ignores its keys', page: 'tanstack', api: 'rest', keys: 'no-keys' },
  { name: 'RxDB', page: 'rxdb', api: 'rxdb', keys: 'no-keys' },
]

let folder: string
test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fanlight-peers-'))
  for (const page of new Set(peers.map((one) => one.page))) await bundle(page, 'peer')
  await bundle('workbox-worker', 'worker')
})
test.afterAll(() => rm(folder, { recursive: true }))

for (const { name, page: file, api, keys } of peers) {
  for (const { line, ...faults } of lines) {
    test(`${name}, ${line}`, async ({ page, context }) => {
      const server = await startBareServer(keys)
      const proxy = await slowProxy(server.origin)
      try {
        page.on('pageerror', ({ message }) => console.log(`  ${name}: ${message}`))
        await page.goto(`${proxy.origin}/${file}.html`)
        await page.evaluate(() => peer.prepare())
        await context.setOffline(true)
        await page.evaluate(() => peer.fill())
        Object.assign(proxy, faults)
        const startedAt = Date.now()
        await context.setOffline(false)
        await page.evaluate((beside) => peer.send(beside), server.origin)
        const seconds = (Date.now() - startedAt) / 1000
        const asked = async (what: string) =>
          (await (await fetch(`${server.origin}/${what}`)).json()) as [string, number][]
        const found = judged(await asked(api), new Map(await asked('expected')))
        note({ peer: name, line, shown: shown(seconds, found, proxy.forwarded) })
      } finally {
        await proxy.close()
        server.child.kill()
      }
    })
  }
}

for (const { name, how } of [
  { name: 'ours, in batches', how: 'as-offered' },
  { name: 'ours, one by one', how: 'one-by-one' },
] as const) {
  for (const { line, ...faults } of lines) {
    test(`${name}, ${line}`, async ({ browser }) => {
      const server = await startBuiltServer()
      const proxy = await slowProxy(server.origin)
      try {
        await warmUp(browser, proxy.origin)
        const context = await browser.newContext({ serviceWorkers: 'block' })
        const page = await context.newPage()
        const agentId = await signedIn(page, proxy.origin, 'peer')
        Object.assign(proxy, faults, { forwarded: 0 })
        const { drained } = await replay(page, agentId, how)
        Object.assign(proxy, quiet)
        note({ peer: name, line, shown: shown(drained, await compared(context, server.origin), proxy.forwarded) })
        await context.close()
      } finally {
        await proxy.close()
        await server.close()
      }
    })
  }
}

/** A server that has just started takes twice as long. */
async function warmUp(browser: Browser, origin: string): Promise<void> {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  const page = await context.newPage()
  await replay(page, await signedIn(page, origin, 'warm-up'), 'as-offered')
  await context.close()
}

function note(cell: Cell): void {
  test.info().annotations.push({ type: 'cell', description: JSON.stringify(cell) })
  console.log(`${cell.peer}, ${cell.line}: ${cell.shown}`)
}

function shown(seconds: number, { lost, doubled }: { lost: number; doubled: number }, requests: number): string {
  return `${seconds.toFixed(1)} s; ${lost} lost, ${doubled} doubled; ${requests} requests`
}

/** Lost: missing, with other edits than expected, or there although deleted. Doubled: an id that occurs more than once. */
function judged(records: [string, number][], expected: Map<string, number>) {
  const found = new Map(records)
  const wrong = [...expected].filter(([id, edits]) => found.get(id) !== edits).length
  return {
    lost: wrong + [...found.keys()].filter((id) => !expected.has(id)).length,
    doubled: records.length - found.size,
  }
}

async function startBareServer(keys: string): Promise<{ origin: string; child: ChildProcess }> {
  const file = path.join(here, 'bare-rest-server.mjs')
  const child = spawn(process.execPath, [file, folder, keys], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [printed] = (await once(child.stdout, 'data')) as [Buffer]
  return { origin: `http://127.0.0.1:${printed.toString()}`, child }
}

async function bundle(name: string, global: string): Promise<void> {
  await build({
    configFile: false,
    root: here,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'es2023',
      lib: {
        entry: path.join(here, 'page', `${name}.mjs`),
        formats: ['iife'],
        name: global,
        fileName: () => `${name}.js`,
      },
    },
  })
}
