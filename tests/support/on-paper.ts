import { onTestFinished } from 'vitest'
import { cdp, page } from 'vitest/browser'

/** As the printer sees the page on a sheet of Letter between its margins, until the test ends. */
export async function onPaper(): Promise<void> {
  const session = cdp() as { send: (method: string, params: object) => Promise<unknown> }
  await session.send('Emulation.setEmulatedMedia', { media: 'print' })
  onTestFinished(async () => void (await session.send('Emulation.setEmulatedMedia', { media: '' })))
  await page.viewport(695, 935)
}
