import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { sharedByTests } from './at-a-server.ts'
import { addClient, registerAndSignIn, workerControls } from './fanlight.ts'
import { button, text } from './targets.ts'

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
/** Processes below this one that draw pages, the newest last. */
function webProcesses(): number[] {
  const all = execFileSync('ps', ['-eo', 'pid=,ppid=,comm='])
    .toString()
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
  const mine = new Set([String(process.pid)])
  for (let grown = true; grown;) {
    grown = false
    for (const [pid = '', ppid = ''] of all) if (mine.has(ppid) && !mine.has(pid)) grown = Boolean(mine.add(pid))
  }
  return all
    .filter(([pid = '', , name = '']) => mine.has(pid) && name.startsWith('WebKitWeb'))
    .map(([pid]) => Number(pid))
    .sort((a, b) => a - b)
}

const shared = sharedByTests('webkit')
test('A25: logging out comes to an end, or says what is wrong, while another tab’s process is suspended', async () => {
  const { page } = shared
  await registerAndSignIn(page, 'suspended')
  await workerControls(page)
  await addClient(page, 'Ada', 'Lark')
  const before = webProcesses()
  await page.openTab()
  await page.goto('/clients')
  await page.see(text('Ada Lark'))
  await wait(3000)
  const added = webProcesses().filter((pid) => !before.includes(pid))
  console.log('before', before, 'added', added)
  await page.goToTab(0)
  await page.goto('/clients')
  await page.see(text('Ada Lark'))
  await wait(2000)
  expect(added.length).toBeGreaterThan(0)
  const stopped = process.env['EYES_ONE'] === undefined ? added : [added[Number(process.env['EYES_ONE'])] as number]
  for (const pid of stopped) process.kill(pid, 'SIGSTOP')
  try {
    const at = performance.now()
    await page.click(button('Logout'))
    let shown = ''
    for (let left = 25; left > 0; left -= 1) {
      await wait(1000)
      shown = String(await page.run(`return location.pathname + ' ' + document.body.innerText.slice(0, 300)`))
      if (shown.startsWith('/login') || shown.includes('isn’t answering')) break
    }
    const where = await page
      .run(`
      const late = (work) => Promise.race([work.then(() => 'answers', String), new Promise((resolve) => setTimeout(resolve, 3000, 'stuck'))])
      const done = (request) => new Promise((resolve, reject) => { request.onsuccess = () => resolve(request.result); request.onerror = () => reject(request.error) })
      const names = await Promise.race([indexedDB.databases(), new Promise((resolve) => setTimeout(resolve, 3000, 'stuck'))])
      const answers = { fetch: await late(fetch('/healthz')), chunk: await late(fetch('/index.html')) }
      for (const { name } of Array.isArray(names) ? names : []) answers[name] = await late(done(indexedDB.open(name)).then((one) => one.close()))
      return answers`)
      .catch(String)
    console.log('where', where)
    console.log('after', Math.round(performance.now() - at), shown)
    expect(shown.startsWith('/login') || shown.includes('isn’t answering')).toBe(true)
  } finally {
    for (const pid of added) process.kill(pid, 'SIGCONT')
  }
})
