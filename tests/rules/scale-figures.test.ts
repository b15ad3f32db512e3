import { expect, test } from 'vitest'
import type { SurveyOptionCount } from '#core/contract/survey.ts'
import { pointOf, scaleFigures } from '#core/survey/scale-figures.ts'

const scale = (...counts: number[]) =>
  counts.map((count, index) => point(count, `satisfaction_${index + 1}`, wordsOf(index, counts.length)))

function point(count: number, choice_id: string, answer_option: string): SurveyOptionCount {
  return { answer_option, count, percentage: 0, choice_id, concise_label: '' }
}

function wordsOf(index: number, length: number): string {
  if (index === 0) return '1 Not at all'
  return index === length - 1 ? 'Very' : String(index + 1)
}

test('a scale shows the meaning of its ends, each with its point', () => {
  expect(scaleFigures(scale(4, 3, 2)).ends).toEqual(['1 Not at all', '3 Very'])
  expect(scaleFigures([point(1, 'a_1', '1'), point(1, 'a_2', '2')]).ends).toBeNull()
})

test('the mean has one decimal, and the median is the middle of all answers', () => {
  expect(scaleFigures(scale(4, 3, 2, 1, 0)).middle).toBe('Mean 2.0 · median 2')
  expect(scaleFigures(scale(36, 25, 19, 12, 8)).middle).toBe('Mean 2.3 · median 2')
  expect(scaleFigures(scale(1, 0, 1)).middle).toBe('Mean 2.0 · median 2')
  expect(scaleFigures(scale(1, 1)).middle).toBe('Mean 1.5 · median 1.5')
})

test('without answers or numeric points there are no mean and median', () => {
  expect(scaleFigures(scale(0, 0)).middle).toBeNull()
  expect(scaleFigures([point(2, 'how_often', 'Often'), point(1, 'how_rarely', 'Rarely')]).middle).toBeNull()
})

test('without choices from the server, points are taken from the answers', () => {
  const points = [point(2, '', '1'), point(1, '', '2')]
  expect(points.map(pointOf)).toEqual(['1', '2'])
  expect(scaleFigures(points).middle).toBe('Mean 1.3 · median 1')
})
