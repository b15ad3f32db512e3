import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, type Page, test } from './journey-test.ts'

const dist = path.resolve(import.meta.dirname, '../../dist')

type Answer = { type: string; body: string }

/** Serves the build without the files that `isMissing`; `other` answers all other paths. */
async function serve(
  isMissing: (name: string) => boolean,
  other: (name: string) => Answer | null = () => null,
): Promise<{ origin: string; close: () => void }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const name = pathname === '/' ? 'index.html' : pathname.slice(1)
    const answer = other(name)
    if (answer !== null) return void response.writeHead(200, { 'content-type': answer.type }).end(answer.body)
    const file = path.join(dist, name)
    if (!existsSync(file) || isMissing(name)) return void response.writeHead(404).end()
    const type = name.endsWith('.js') ? 'text/javascript' : name.endsWith('.html') ? 'text/html' : 'text/plain'
    response.writeHead(200, { 'content-type': type })
    createReadStream(file).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

function registerWorker(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.register('/service-worker.js')
    const worker = registration.installing ?? registration.waiting ?? registration.active
    if (worker === null) return 'none'
    const isOver = () => ['activated', 'redundant'].includes(worker.state)
    while (!isOver()) await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }))
    return worker.state
  })
}

test('J5: a worker with missing files never takes over', async ({ page }) => {
  const files = [...readFileSync(path.join(dist, 'service-worker.js'), 'utf8').matchAll(/"(assets\/[^"]+\.js)"/g)]
  const missing = files.at(-1)?.[1] ?? ''
  expect(missing).not.toBe('')
  let isWhole = false
  const { origin, close } = await serve((name) => name === missing && !isWhole)
  // A page without the app, whose own registration would interfere.
  await page.goto(`${origin}/robots.txt`)
  expect(await registerWorker(page)).toBe('redundant')
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active ?? null)).toBeNull()
  isWhole = true
  expect(await registerWorker(page)).toBe('activated')
  close()
})

test('files that the browser evicted are fetched again, and the app starts without a network', async ({ page }) => {
  const { origin, close } = await serve(() => false)
  await page.goto(`${origin}/robots.txt`)
  expect(await registerWorker(page)).toBe('activated')
  const kept = () =>
    page.evaluate(async () => {
      const names = await caches.keys()
      const all = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).length))
      return all.reduce((sum, count) => sum + count, 0)
    })
  const before = await kept()
  expect(before).toBeGreaterThan(10)
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name)
  })
  expect(await kept()).toBe(0)
  await page.goto(`${origin}/login`)
  await expect.poll(kept).toBe(before)
  close()
  await page.goto(`${origin}/login`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

function rememberAnAgent(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const opening = indexedDB.open('fanlight-keys')
    opening.onupgradeneeded = () => opening.result.createObjectStore('values')
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(new Error('It does not open.'))
    })
    const server = new URL('/api/', location.href).href
    const writing = database.transaction('values', 'readwrite')
    writing.objectStore('values').put('7', `signed-in:${server}`)
    writing.objectStore('values').put({ agentId: '7', locked: false, seenAt: 0 }, `agent:${server}:7`)
    await new Promise((resolve) => writing.addEventListener('complete', resolve))
    database.close()
  })
}

test('C5: a captive portal’s page is not cached as a photo, which loads once the network works', async ({ page }) => {
  const photo = '<svg xmlns="http://www.w3.org/2000/svg"/>'
  const signIn: Answer = { type: 'text/html', body: 'Accept the terms of this network' }
  let between: Answer | null = signIn
  const { origin, close } = await serve(
    () => false,
    (name) => (name === 'photos/a/960' ? (between ?? { type: 'image/svg+xml', body: photo }) : null),
  )
  await page.goto(`${origin}/robots.txt`)
  await rememberAnAgent(page)
  expect(await registerWorker(page)).toBe('activated')
  const read = () => page.evaluate(async () => (await fetch('/photos/a/960')).text())
  expect(await read()).toBe(signIn.body)
  between = null
  expect(await read()).toBe(photo)
  between = signIn
  expect(await read()).toBe(photo)
  close()
})

test('a page whose scripts are gone after an update says so, and Reload opens the new version', async ({ page }) => {
  let isUpdated = false
  const { origin, close } = await serve((name) => name.endsWith('.js') && !isUpdated)
  await page.goto(origin)
  await expect(page.getByRole('alert')).toContainText(
    'Fanlight could not be loaded. What you saved on this device is safe.',
  )
  isUpdated = true
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  close()
})

test('a page with any one script missing says so, too', async ({ page }) => {
  const html = readFileSync(path.join(dist, 'index.html'), 'utf8')
  const ofTheStart = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, name]) => name)
  expect(ofTheStart.length).toBeGreaterThan(1)
  for (const missing of ofTheStart) {
    const { origin, close } = await serve((name) => name === missing)
    await page.goto(origin)
    await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible()
    close()
  }
})
