import { expect, test } from 'vitest'
import { sharedByTests } from './at-a-server.ts'

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const shared = sharedByTests('webkit')

test('a lock that a page waited for when it was left', async () => {
  const { page } = shared
  await page.goto('/login')
  await page.openTab()
  await page.goto('/register')
  await page.run(
    `navigator.locks.request('x', () => new Promise((resolve) => (window.release = resolve))); return null`,
  )
  await page.goToTab(0)
  await page.run(`
    window.said = []
    navigator.locks.request('x', async () => { said.push('granted ' + Math.round(performance.now())); await new Promise((r) => setTimeout(r, 100)) }).then(() => said.push('done'), (error) => said.push(String(error)))
    addEventListener('pageshow', ({ persisted }) => said.push('pageshow ' + persisted))
    return null`)
  await wait(500)
  await page.goto('/healthz')
  await wait(500)
  await page.goToTab(1)
  const again = await page.run(`
    release()
    const got = navigator.locks.request('x', () => 'granted')
    return Promise.race([got, new Promise((resolve) => setTimeout(resolve, 3000, 'stuck'))])`)
  await page.goToTab(0)
  await page.back()
  await wait(3000)
  const said = await page.run(`return window.said ?? 'another page'`)
  console.log('while the other is frozen:', again, '; after return:', said)
  expect(again).toBe('granted')
  expect(said).toContain('done')
})
