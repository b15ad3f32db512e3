import * as v from 'valibot'
import { expect, test } from 'vitest'
import { isSamePlan } from '#features/tours/form/plan-request.ts'
import { tourPlanSchema, tourFormModes } from '#features/tours/form/tour-form-schema.ts'
import { newTourValues, tourToForm } from '#features/tours/planning/tour-form-values.ts'
import { lengthsToText } from '#features/tours/timeline/visit-lengths.ts'
import type { TourRow } from '#storage/database/rows.ts'

const lengths = [
  { listing_id: 1, minutes: 20 },
  { listing_id: 2, minutes: 40 },
]
const tour = {
  client_email: 'jo@mailbox.example',
  client: null,
  tour_date: '2026-11-23',
  start_time: '09:00:00',
  end_time: '17:00:00',
  selected_listings: [1, 2],
  stops: [],
  visit_lengths: lengths,
} as unknown as TourRow

test('a visit length changed and changed back needs no new plan; a changed one does', () => {
  const opened = tourToForm(tour)
  const schema = tourPlanSchema(tourFormModes.edit, opened)
  const isKept = (visit_lengths: typeof lengths) =>
    isSamePlan(tour, v.parse(schema, { ...opened, visit_lengths: lengthsToText(visit_lengths) }))
  expect(isKept(lengths)).toBe(true)
  expect(isKept(lengths.toReversed())).toBe(true)
  expect(isKept([lengths[0]!, { listing_id: 2, minutes: 45 }])).toBe(false)
})

test('a stored draft of a tour still matches the fields of its form', () => {
  const stored =
    'client client_email end_time include_lunch_break lunch_duration max_duration_per_property ' +
    'min_duration_per_property put_last selected_listings start_time tour_date visit_lengths'
  const namesOf = (opened: object) => Object.keys(opened).toSorted()
  expect(namesOf(tourToForm(tour))).toEqual(stored.split(' '))
  for (const copied of [null, tour]) {
    const opened = newTourValues({ date: '2026-11-23', person: null, copied })
    expect(namesOf(opened)).toEqual([...stored.split(' '), 'is_intelligent'].toSorted())
  }
})
