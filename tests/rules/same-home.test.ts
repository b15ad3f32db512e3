import { describe, expect, test } from 'vitest'
import { isSameHome } from '#core/domain/homes/same-home.ts'

const town = { city: 'Salem', state: 'OR', zip_code: '97301' }
const isSame = (one: string, other: string) => isSameHome({ address: one, ...town }, { address: other, ...town })

describe('spellings of one home', () => {
  test.each([
    ['12A Elm St', '12 Elm St Unit A'],
    ['12-A Elm St', '12 Elm St #A'],
    ['12a Elm St', '12A Elm Street'],
    ['12 US Hwy 26', '12 US-26'],
    ['12 U.S. Highway 26', '12 US 26'],
    ['12 US Route 26', '12 US-26'],
    ['12 Elm St Fl 2', '12 Elm St 2nd Floor'],
    ['12 Elm St, Second Floor', '12 Elm St FLR 2'],
    ['12 Elm St Fl 2 Apt 3', '12 Elm St 2nd Fl #3'],
    ['12 Elm St Lower', '12 Elm St Lwr'],
    ['12 Elm St Lower', '12 Elm St Unit Lowr'],
    ['12 Elm St Upper', '12 Elm St Upr'],
    ['12 Elm St NE Rear', '12 Elm St NE, Rear'],
    ['12 Elm St Bsmt', '12 Elm St Basement'],
    ['12 Elm St Basement', '12 Elm St Apt Bsmt'],
    ['12 Elm St Trlr 4', '12 Elm St Trailer 4'],
    ['12 Elm St Hngr 4', '12 Elm St Hangar 4'],
    ['12 Elm St Pier 4', '12 Elm Street, Pier 4'],
  ])('%s is the same home as %s', (one, other) =>
    expect([isSame(one, other), isSame(other, one)]).toEqual([true, true]),
  )
})

describe('different homes', () => {
  test.each([
    ['12 Elm St Apt 1', '12 Elm St Apt 2'],
    ['12A Elm St', '12B Elm St'],
    ['12A Elm St', '12 Elm St'],
    ['12A Elm St', '12 Elm St Unit B'],
    ['12A Elm St Apt 1', '12 Elm St Apt 1'],
    ['12 US Hwy 26', '12 US Hwy 20'],
    ['12 US Hwy 26', '12 State Hwy 26'],
    ['12 US Hwy 26', '12 Hwy 26 Apt 2'],
    ['12 Elm St Fl 2', '12 Elm St 3rd Floor'],
    ['12 Elm St Fl 2', '12 Elm St Apt 2'],
    ['12 Elm St Lower', '12 Elm St Upper'],
    ['12 Elm St Lower', '12 Elm St'],
    ['12 2nd St', '12 Elm St 2nd Floor'],
    ['12 Elm St Pier 4', '12 Elm St Apt 4'],
    ['12 E Elm St', '12 Elm St Unit E'],
  ])('%s is another home than %s', (one, other) =>
    expect([isSame(one, other), isSame(other, one)]).toEqual([false, false]),
  )
})
