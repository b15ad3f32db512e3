import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, test } from '@playwright/test'

const dist = path.resolve(import.meta.dirname, '../../dist')

test('J5: a worker whose files did not all arrive never takes over', async ({ page }) => {
  const files = [...readFileSync(path.join(dist, 'service-worker.js'), 'utf8').matchAll(/"(assets\/[^"]+\.js)"/g)]
  const missing = files.at(-1)?.[1] ?? ''
  expect(missing).not.toBe('')
  let isWhole = false
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const name = pathname === '/' ? 'index.html' : pathname.slice(1)
    const file = path.join(dist, name)
    if (!existsSync(file) || (name === missing && !isWhole)) return void response.writeHead(404).end()
    const type = name.endsWith('.js') ? 'text/javascript' : name.endsWith('.html') ? 'text/html' : 'text/plain'
    response.writeHead(200, { 'content-type': type })
    createReadStream(file).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A page of its own, so that the app's own registration is not in the way.
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/robots.txt`)
  const register = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.register('/service-worker.js')
      const worker = registration.installing ?? registration.waiting ?? registration.active
      if (worker === null) return 'none'
      const isOver = () => ['activated', 'redundant'].includes(worker.state)
      while (!isOver()) await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }))
      return worker.state
    })
  expect(await register()).toBe('redundant')
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active ?? null)).toBeNull()
  isWhole = true
  expect(await register()).toBe('activated')
  server.closeAllConnections()
  server.close()
})
