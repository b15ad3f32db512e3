import type { SurveyOptionCount } from '#core/contract/survey.ts'
import { choiceValue, formatScaleEnd } from './question-kinds.ts'

/** Returns the label below a bar: the value of the choice, or the answer's text if the server sends no choice id. */
export function pointOf({ choice_id, answer_option }: SurveyOptionCount): string {
  return choice_id === '' ? answer_option : choiceValue({ choice_id })
}

type ScaleFigures = {
  /** "1 Not at all" and "5 Very"; null if neither end has a label. */
  ends: [string, string] | null
  /** "Mean 2.2 · median 2"; null if there are no answers or a point is not a number. */
  middle: string | null
}

/** Returns the texts beside the chart of a scale question; `points` are the answers' counts, from the low end to the high end. */
export function scaleFigures(points: readonly SurveyOptionCount[]): ScaleFigures {
  const ends = [points[0], points.at(-1)].map((point) =>
    point === undefined ? '' : formatScaleEnd(pointOf(point), point.answer_option),
  )
  const [low = '', high = ''] = ends
  return { ends: low === '' && high === '' ? null : [low, high], middle: formatMeanAndMedian(points) }
}

function formatMeanAndMedian(points: readonly SurveyOptionCount[]): string | null {
  const counted = points.map((point) => ({ value: Number(pointOf(point) || Number.NaN), count: point.count }))
  const answers = counted.reduce((sum, { count }) => sum + count, 0)
  if (answers <= 0 || counted.some(({ value }) => Number.isNaN(value))) return null
  const mean = counted.reduce((sum, { value, count }) => sum + value * count, 0) / answers
  const inOrder = counted.toSorted((one, other) => one.value - other.value)
  const valueAt = (place: number) => {
    let passed = 0
    return inOrder.find(({ count }) => (passed += count) > place)?.value ?? 0
  }
  const median = (valueAt(Math.floor((answers - 1) / 2)) + valueAt(Math.floor(answers / 2))) / 2
  return `Mean ${mean.toFixed(1)} · median ${median}`
}
