import { expect, test } from 'vitest'
import * as v from 'valibot'
import { exposureToForm, figuresTyped, typedExposureSchema } from '#core/domain/typed-exposure.ts'

const dates = ['2026-11-20', '2026-11-21']
const schema = typedExposureSchema(2)
const blank = exposureToForm('zillow', undefined, 2)

function typed(changes: Record<string, string>, opened = blank) {
  const values = { ...opened, ...changes }
  return figuresTyped(v.parse(schema, values), values, opened, dates)
}

test('only the days that were typed are sent, and a blank beside a figure is 0', () => {
  expect(typed({ views1: '1,030', saves1: '2' })).toEqual([
    { platform: 'zillow', date: '2026-11-21', views: 1030, likes: 0, saves: 2 },
  ])
  expect(typed({})).toEqual([])
  expect(typed({ views0: '0' })).toEqual([{ platform: 'zillow', date: '2026-11-20', views: 0, likes: 0, saves: 0 }])
})

test('what is known opens the form, and only what was changed is sent again', () => {
  const daily = { dates, views: [12, 0], likes: [3, 0], saves: [1, 0], known: [true, false] }
  const opened = exposureToForm('zillow', daily, 2)
  expect(opened).toEqual({ ...blank, views0: '12', likes0: '3', saves0: '1' })
  expect(typed({ views1: '7' }, opened)).toEqual([
    { platform: 'zillow', date: '2026-11-21', views: 7, likes: 0, saves: 0 },
  ])
  expect(typed({ views0: '', likes0: '', saves0: '' }, opened)).toMatchObject([{ views: 0, likes: 0, saves: 0 }])
})

test.each([
  ['views0', 'many', 'Views must be a whole number.'],
  ['likes1', '-1', 'Likes must be a whole number.'],
  ['saves0', '2000000000', 'Saves is too large.'],
  ['platform', ' ', 'Platform is required.'],
])('%s with "%s" is refused beside its field', (field, text, message) => {
  const { issues } = v.safeParse(schema, { ...blank, [field]: text })
  expect(issues?.map((issue) => [issue.path?.[0]?.key, issue.message])).toEqual([[field, message]])
})
