import { expect, test } from 'vitest'
import { startBrowserWithServer } from './browser-with-server.ts'
import { chosenEngines } from './chosen-engines.ts'
import { leaveScreens, registerAndSignIn, untilWorkerControls } from './fanlight.ts'

const count = Number(process.env['LOADS'] ?? 200)

test.each(chosenEngines)(
  `A24: ${count} page loads in %s, half of them left in the middle of writes`,
  async (engine) => {
    const { page, elsewhere, end } = await startBrowserWithServer(engine)
    try {
      await registerAndSignIn(page, 'loads')
      await untilWorkerControls(page)
      const times = await leaveScreens(page, elsewhere, count, () => performance.now())
      const shown = times.filter((time) => time !== null).toSorted((one, other) => one - other)
      const [median, worst] = [shown[shown.length >> 1] ?? NaN, shown.at(-1) ?? NaN].map(Math.round)
      const stuck = count - shown.length
      console.log(
        `${engine}: ${count} page loads, ${Math.ceil(count / 2)} left as soon as they were there, ${stuck} stuck; ` +
          `until the screen: median ${median} ms, worst ${worst} ms`,
      )
      expect(stuck).toBe(0)
    } finally {
      await end()
    }
  },
)
