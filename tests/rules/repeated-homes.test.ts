import { expect, test } from 'vitest'
import { repeatedHomes } from '#features/tours/planning/chosen-homes.ts'

const portland = { city: 'Portland', zipCode: '97214' }

test('a second listing of a home in the tour is noticed, in any spelling of the address', () => {
  const homes = [
    { id: 1, address: '2211 SE Taylor St', ...portland },
    { id: 2, address: '1427 SE 34th Ave', ...portland },
    { id: 3, address: '2211 Southeast Taylor Street', ...portland },
    { id: 'draft', address: '2211 SE TAYLOR ST.', ...portland },
  ]
  expect([...repeatedHomes(homes)]).toEqual([
    [3, 1],
    ['draft', 1],
  ])
})

test('units of one building and equal streets of two towns are different homes', () => {
  const homes = [
    { id: 1, address: '12 Elm St #4', ...portland },
    { id: 2, address: '12 Elm St #5', ...portland },
    { id: 3, address: '12 Elm St #4', city: 'Salem', zipCode: '97301' },
  ]
  expect(repeatedHomes(homes).size).toBe(0)
})
