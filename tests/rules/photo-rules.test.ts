import { expect, test } from 'vitest'
import { fileSizeText, fitPhoto, refusePickedFile } from '#core/domain/listings/photo-rules.ts'

test('a photo of exactly 5,242,880 bytes is accepted and one byte more is not', () => {
  expect(refusePickedFile({ size: 5_242_880, type: 'image/jpeg' })).toBeNull()
  expect(refusePickedFile({ size: 5_242_881, type: 'image/jpeg' })).toBe('File size must be less than 5MB')
})

test('a file that is not an image is refused', () => {
  expect(refusePickedFile({ size: 10, type: 'application/pdf' })).toBe('Please upload an image file')
})

test('a file without a type is tried, because some systems give HEIC photos none', () => {
  expect(refusePickedFile({ size: 10, type: '' })).toBeNull()
})

test('a large photo is scaled down in proportion, and a small one keeps its size', () => {
  expect(fitPhoto(5120, 3840)).toEqual({ width: 2560, height: 1920 })
  expect(fitPhoto(3000, 6000)).toEqual({ width: 1280, height: 2560 })
  expect(fitPhoto(640, 480)).toEqual({ width: 640, height: 480 })
})

test('file sizes are shown in readable units', () => {
  expect([2_140_000, 640_000, 12].map(fileSizeText)).toEqual(['2.1 MB', '640 kB', '1 kB'])
})
