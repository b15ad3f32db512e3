import { expect, test } from 'vitest'
import { photoSource } from '#core/domain/listings/listing-display.ts'

test('a photo of our server is loaded in the width that the screen needs', () => {
  expect(photoSource('/photos/0123456789abcdef0123456789abcdef/1920')).toEqual({
    src: '/photos/0123456789abcdef0123456789abcdef/1920',
    srcSet: [320, 960, 1920].map((width) => `/photos/0123456789abcdef0123456789abcdef/${width} ${width}w`).join(', '),
  })
})

test('a photo of another server is loaded from its own address', () => {
  expect(photoSource('https://media.example/front.jpg')).toEqual({ src: 'https://media.example/front.jpg' })
})
