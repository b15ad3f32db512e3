import { expect, test } from 'vitest'
import { isAddedByMe, overridesAfter } from '#core/domain/homes/home-edit.ts'
import { mergeFields } from '#core/sync/writing/merge.ts'

const catalog = {
  address: '41 Lanternwood Ln',
  bedrooms: 4,
  garage_spaces: null,
  latitude: 45,
  longitude: -122,
  location_source: 'file',
}
const pin = { latitude: 45.5, longitude: -122.5, location_source: 'agent' } as const

test('a home is the agent’s if the server says so, has its key, or does not have it yet', () => {
  expect(isAddedByMe({ id: 7, added_by_me: true })).toBe(true)
  expect(isAddedByMe({ id: 7, client_key: 'a key' })).toBe(true)
  expect(isAddedByMe({})).toBe(true)
  expect(isAddedByMe({ id: 7, added_by_me: false, client_key: null })).toBe(false)
})

test.each([
  ['a new value', null, { bedrooms: 5 }, { bedrooms: 5 }],
  ['another beside it', { bedrooms: 5 }, { address: '1 Elm' }, { bedrooms: 5, address: '1 Elm' }],
  ['the catalog’s value again', { bedrooms: 5 }, { bedrooms: 4 }, null],
  ['nothing known instead of something', null, { bedrooms: null }, { bedrooms: null }],
  ['nothing known as in the catalog', { garage_spaces: 2 }, { garage_spaces: null }, null],
  ['a location, which stays whole', null, { ...pin, latitude: 45 }, { ...pin, latitude: 45 }],
  ['the catalog’s location again', pin, { latitude: 45, longitude: -122, location_source: 'file' }, null],
] as const)('property overrides after %s', (_, overrides, changes, wanted) => {
  expect(overridesAfter(catalog, overrides, changes)).toEqual(wanted)
})

test.each([
  ['each side its own value', { a: 1 }, { a: 2 }, { a: 1, b: 3 }, { a: 2, b: 3 }],
  ['one side undoes all, the other changes nothing', { a: 1 }, null, { a: 1 }, null],
  ['one side undoes one value, the other adds one', { a: 1 }, null, { a: 1, b: 2 }, { b: 2 }],
  ['both the same', {}, { a: 1 }, { a: 1, b: 2 }, { a: 1, b: 2 }],
  ['both another value of the same name', {}, { a: 1 }, { a: 2 }, undefined],
] as const)('overrides are merged field by field: %s', (_, base, mine, theirs, wanted) => {
  const merge = mergeFields({ all: base }, { all: mine }, { all: theirs }, { all: 'by-name' })
  expect(merge.conflicts).toEqual(wanted === undefined ? ['all'] : [])
  if (wanted !== undefined) expect('all' in merge.changes ? merge.changes['all'] : theirs).toEqual(wanted)
})
