import { test } from 'vitest'
import { startBrowserWithServer } from './browser-with-server.ts'
import { chosenEngines } from './chosen-engines.ts'
import { addClient, registerAndSignIn, syncState, untilWorkerControls } from './fanlight.ts'
import { text } from './targets.ts'

const loads = 10

test('reports how long each engine takes from a full load to the rows of Clients', async () => {
  const rows: Record<string, number | string>[] = []
  for (const engine of chosenEngines) {
    const { page, end } = await startBrowserWithServer(engine)
    try {
      await registerAndSignIn(page, 'times')
      await untilWorkerControls(page)
      await addClient(page, 'Ada', 'Lark')
      await syncState(page, 'saved')
      const times: number[] = []
      for (let load = 0; load < loads; load += 1) {
        await page.goto('/healthz')
        await page.goto('/clients')
        await page.see(text('Ada Lark'))
        // Counts from the start of the navigation.
        times.push(Number(await page.run('return performance.now()')))
      }
      const sorted = times.map(Math.round).toSorted((one, other) => one - other)
      const [best, median, worst] = [sorted[0] ?? NaN, sorted[sorted.length >> 1] ?? NaN, sorted.at(-1) ?? NaN]
      rows.push({ engine, 'best ms': best, 'median ms': median, 'worst ms': worst })
    } finally {
      await end()
    }
  }
  console.table(rows)
})
