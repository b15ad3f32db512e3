import { expect, test } from 'vitest'
import * as v from 'valibot'
import { exposureToForm, changedFigures, typedExposureSchema } from '#core/domain/exposure/typed-exposure.ts'

const dates = ['2026-11-20', '2026-11-21']
const schema = typedExposureSchema(dates)
const blank = exposureToForm('zillow', [undefined], dates)

function typed(changes: Record<string, string>, opened = blank) {
  const values = { ...opened, ...changes }
  return changedFigures(v.parse(schema, values), values, opened, dates)
}

test('only typed figures are sent, so that a blank does not delete a figure unknown here', () => {
  expect(typed({ 'views-2026-11-21': '1,030', 'saves-2026-11-21': '2' })).toStrictEqual([
    { platform: 'zillow', date: '2026-11-21', views: 1030, saves: 2 },
  ])
  expect(typed({})).toEqual([])
  expect(typed({ 'views-2026-11-20': '0' })).toStrictEqual([{ platform: 'zillow', date: '2026-11-20', views: 0 }])
})

test('the form opens with recorded figures, sends only changed ones, and removes emptied ones', () => {
  const recorded = { views: [true, false], likes: [true, false], saves: [false, false] }
  const daily = { dates, views: [12, 0], likes: [3, 0], saves: [0, 0], recorded }
  const opened = exposureToForm('zillow', [daily], dates)
  expect(opened).toEqual({ ...blank, 'views-2026-11-20': '12', 'likes-2026-11-20': '3' })
  expect(typed({ 'views-2026-11-21': '7' }, opened)).toStrictEqual([
    { platform: 'zillow', date: '2026-11-21', views: 7 },
  ])
  expect(typed({ 'views-2026-11-20': '' }, opened)).toStrictEqual([
    { platform: 'zillow', date: '2026-11-20', views: null },
  ])
  expect(typed({ 'views-2026-11-20': '', 'likes-2026-11-20': '' }, opened)).toStrictEqual([
    { platform: 'zillow', date: '2026-11-20', views: null, likes: null },
  ])
})

test('on a later day each figure is beside its own date, whatever week the copy is of', () => {
  const daily = { dates: ['2026-11-19', '2026-11-20'], views: [5, 12], likes: [0, 3], saves: [0, 1] }
  expect(exposureToForm('zillow', [daily, undefined], dates)).toEqual({
    ...blank,
    'views-2026-11-20': '12',
    'likes-2026-11-20': '3',
    'saves-2026-11-20': '1',
  })
})

test.each([
  ['views-2026-11-20', 'many', 'Views must be a whole number.'],
  ['likes-2026-11-21', '-1', 'Likes must be a whole number.'],
  ['saves-2026-11-20', '2000000000', 'Saves is too large.'],
  ['platform', ' ', 'Platform is required.'],
])('%s with "%s" is refused beside its field', (field, text, message) => {
  const { issues } = v.safeParse(schema, { ...blank, [field]: text })
  expect(issues?.map((issue) => [issue.path?.[0]?.key, issue.message])).toEqual([[field, message]])
})
