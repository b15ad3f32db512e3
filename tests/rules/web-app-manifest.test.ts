import { readFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { manifest } from '#app/page/web-app-manifest.ts'

const screenshots = manifest.screenshots ?? []
const fileOf = (src: string) => path.join(import.meta.dirname, '../../public', src)

test.each(screenshots)('$src is a picture of the size in the manifest', async ({ src, sizes }) => {
  const { width, height, format } = await sharp(fileOf(src)).metadata()
  expect(`${width}x${height}`).toBe(sizes)
  expect(format).toBe('png')
})

test.each(['wide', 'narrow'] as const)('the browser gets %s screenshots of one shape', (form) => {
  const ofForm = screenshots.filter(({ form_factor }) => form_factor === form)
  expect(ofForm.length).toBeGreaterThan(1)
  expect(new Set(ofForm.map(({ sizes }) => sizes)).size).toBe(1)
  for (const { label } of ofForm) expect(label).not.toBe('')
})

test.each(manifest.shortcuts ?? [])('the shortcut $name leads to a page and has an icon', async ({ url, icons }) => {
  const table = readFileSync(path.join(import.meta.dirname, '../../src/app/routes.tsx'), 'utf8')
  expect(table).toContain(`path: '${url}'`)
  const [icon] = icons ?? []
  const { width, height } = await sharp(fileOf(icon?.src ?? '')).metadata()
  expect(`${width}x${height}`).toBe(icon?.sizes)
})

test('files opened with the app have a route', () => {
  const table = readFileSync(path.join(import.meta.dirname, '../../src/app/routes.tsx'), 'utf8')
  for (const { action } of manifest.file_handlers ?? []) expect(table).toContain(`path: '${action}'`)
})
