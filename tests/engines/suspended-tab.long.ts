import { execFileSync } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import { sharedByTests } from './browser-with-server.ts'
import { addClient, registerAndSignIn, untilWorkerControls } from './fanlight.ts'
import { button, text } from './targets.ts'

const shared = sharedByTests('webkit')

test('A25: logging out finishes while the process of another tab is suspended', async () => {
  const { page } = shared
  await registerAndSignIn(page, 'suspended')
  await untilWorkerControls(page)
  await addClient(page, 'Ada', 'Lark')
  const before = webProcesses()
  await page.openTab()
  await page.goto('/clients')
  await page.see(text('Ada Lark'))
  const added = webProcesses().filter((pid) => !before.includes(pid))
  expect(added).not.toEqual([])
  await page.goToTab(0)
  await page.goto('/clients')
  await page.see(text('Ada Lark'))

  for (const pid of added) process.kill(pid, 'SIGSTOP')
  onTestFinished(() => {
    for (const pid of added) process.kill(pid, 'SIGCONT')
  })
  await page.click(button('Logout'))
  await page.until(`location.pathname === '/login'`, 25_000)
})

/** The processes of this test's browser that render pages. */
function webProcesses(): number[] {
  const processes = execFileSync('ps', ['-eo', 'pid=,ppid=,comm='])
    .toString()
    .trim()
    .split('\n')
    .map((line) => {
      const [pid, parent, name = ''] = line.trim().split(/\s+/)
      return { pid: Number(pid), parent: Number(parent), name }
    })
  const parents = new Map(processes.map(({ pid, parent }) => [pid, parent]))
  const isOurs = (pid: number | undefined): boolean =>
    pid !== undefined && (pid === process.pid || isOurs(parents.get(pid)))
  return processes.filter(({ pid, name }) => name.startsWith('WebKitWeb') && isOurs(pid)).map(({ pid }) => pid)
}
