import { onTestFinished } from 'vitest'
import { cdp, page } from 'vitest/browser'

/** Shows the page as printed on Letter paper, between its margins, until the test ends. */
export async function emulatePrint(): Promise<void> {
  const session = cdp() as { send: (method: string, params: object) => Promise<unknown> }
  await session.send('Emulation.setEmulatedMedia', { media: 'print' })
  onTestFinished(async () => void (await session.send('Emulation.setEmulatedMedia', { media: '' })))
  await page.viewport(695, 935)
}
