import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import sharp from 'sharp'
import { startBuiltServer } from '../support/built-server.ts'
import { untilStill } from '../support/layout-shift.ts'
import { arrive } from './agents.ts'
import { placesOf } from './places.ts'

const root = path.resolve(import.meta.dirname, '../..')

type Picture = { src: string; sizes: string; form_factor: 'narrow' | 'wide' }
const manifest = JSON.parse(readFileSync(path.join(root, 'dist/manifest.webmanifest'), 'utf8')) as {
  screenshots: Picture[]
}
const scales = { narrow: 2, wide: 1 }

test('the pictures of the README and of the offer to install', async ({ browser }) => {
  const server = await startBuiltServer([['demo']])
  try {
    const { listingId = '' } = await placesOf(browser, server)
    for (const form of ['narrow', 'wide'] as const) {
      const pictures = manifest.screenshots.filter(({ form_factor }) => form_factor === form)
      const context = await arrive(browser, server, 'full', {}, { deviceScaleFactor: scales[form] })
      for (const { src, sizes } of pictures) {
        const name = path.basename(src, `-${form}.png`)
        const [width = 0, height = 0] = sizes.split('x').map((pixels) => Number(pixels) / scales[form])
        const page = await context.newPage()
        await page.setViewportSize({ width, height })
        await page.goto(name === 'listing' ? `/listings/${listingId}` : `/${name}`)
        await page.getByRole('heading', { level: 1 }).first().waitFor()
        await untilStill(page)
        const small = await sharp(await page.screenshot())
          .png({ palette: true, effort: 10 })
          .toBuffer()
        expect(small.length).toBeLessThan(100_000)
        writeFileSync(path.join(root, 'public', src), small)
        await page.close()
      }
      await context.close()
    }
  } finally {
    await server.close()
  }
})
