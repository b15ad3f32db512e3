import { expect, test } from 'vitest'
import { readClientListSearch } from '#core/domain/clients/client-list-search.ts'

test('the address of the client list has the search, filter, sort order and page', () => {
  const address = { search: 'park', filter: 'Buyers', sort: 'name', page: 3 }
  expect(readClientListSearch(address)).toEqual(address)
  expect(readClientListSearch({ search: 916 })).toEqual({ search: '916' })
})

test.each([
  {},
  { search: '', filter: 'All', sort: 'newest', page: 1 },
  { search: ['x'], filter: 'Lessors', page: 'two' },
  { page: -4 },
])('defaults and invalid values in the address show all clients from the first page: %j', (address) =>
  expect(readClientListSearch(address)).toEqual({}),
)
