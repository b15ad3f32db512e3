import { expect, test } from 'vitest'
import { isImage } from '#storage/photos/photo-cache.ts'
import { imagesOnly } from '../../sw/images-only.ts'

const answer = (type: string, status = 200) => new Response('…', { status, headers: { 'content-type': type } })
const given = (response: Response) =>
  ({ response, request: new Request('https://fanlight.example/photos/a/960') }) as never
const found = (cachedResponse: Response) => ({ cachedResponse }) as never

test('C5: a network’s sign-in page is not cached as a photo', async () => {
  expect(await imagesOnly.cacheWillUpdate?.(given(answer('text/html; charset=utf-8')))).toBeNull()
  expect(await imagesOnly.cacheWillUpdate?.(given(answer('image/webp', 404)))).toBeNull()
  const photo = answer('image/webp')
  expect(await imagesOnly.cacheWillUpdate?.(given(photo))).toBe(photo)
})

test('C5: a page cached as a photo is not shown, so the photo is fetched again', async () => {
  expect(await imagesOnly.cachedResponseWillBeUsed?.(found(answer('text/html')))).toBeNull()
  const photo = answer('image/jpeg')
  expect(await imagesOnly.cachedResponseWillBeUsed?.(found(photo))).toBe(photo)
  expect(isImage(new Response('…'))).toBe(false)
})
