import { expect, test } from 'vitest'
import type { DailyExposure } from '#core/contract/listing-dashboard.ts'
import { axisMarks, formatExposureChart, figuresOf, platformName, sumOf } from '#core/domain/exposure/exposure-words.ts'

const daily: DailyExposure = {
  dates: ['2026-11-19', '2026-11-20', '2026-11-21'],
  views: [38, 44, 74],
  likes: [6, 7, 4],
  saves: [2],
}

test('a chart has a one-sentence description', () => {
  expect(formatExposureChart('zillow', { ...daily, saves: [2, 3, 2] })).toBe(
    'Zillow: Views rose from 38 to 74 over 3 days, Likes fell from 6 to 4, Saves began and ended at 2.',
  )
})

test('a day without a figure counts as 0', () => {
  expect(figuresOf(daily, 'Saves')).toEqual([2, 0, 0])
  expect(sumOf(figuresOf(daily, 'Views'))).toBe(156)
})

test('the axis begins at zero and covers the highest figure in round steps', () => {
  expect(axisMarks(74)).toEqual([0, 20, 40, 60, 80])
  expect(axisMarks(39)).toEqual([0, 10, 20, 30, 40])
  expect(axisMarks(0)).toEqual([0, 1, 2, 3, 4])
  expect(axisMarks(801)).toEqual([0, 500, 1000, 1500, 2000])
})

test('a platform is shown by its proper name', () => {
  expect(platformName('open door')).toBe('Open Door')
})
