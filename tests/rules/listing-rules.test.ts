import { expect, test } from 'vitest'
import {
  activeStatuses,
  containsAllWords,
  listingSearchText,
  mainPhoto,
  searchTerms,
  shownStatus,
} from '#core/domain/listings/listing-rules.ts'

test('active listings are those For Sale or Pending', () => {
  expect(activeStatuses).toEqual(['For Sale', 'Pending'])
})

test("a status that is not For Sale, Pending or Sold is shown as 'Unknown'", () => {
  expect(['For Sale', 'Pending', 'Sold', 'Withdrawn', undefined].map(shownStatus)).toEqual([
    'For Sale',
    'Pending',
    'Sold',
    'Unknown',
    'Unknown',
  ])
})

test('the main photo is the primary one, or else the first', () => {
  const [kitchen, front] = [
    { id: 1, is_primary: false },
    { id: 2, is_primary: true },
  ]
  expect(mainPhoto([kitchen, front])).toBe(front)
  expect(mainPhoto([kitchen])).toBe(kitchen)
  expect(mainPhoto([])).toBeNull()
})

const listing = {
  description: 'Oak shade over the back lawn.',
  property: { address: '5709 River Oak Way', city: 'Carmichael', state: 'CA', zip_code: '95608' },
}

test.each(['river oak', 'CARMICHAEL', 'ca', '95608', '  back LAWN ', 'river   oak', 'oak carmichael', '95608 river'])(
  'listing search finds %o in address, city, state, ZIP or description, in any case and spacing',
  (typed) => {
    expect(containsAllWords(listingSearchText(listing), searchTerms(typed))).toBe(true)
  },
)

test('every word must match, and no match runs across two fields', () => {
  for (const words of ['river maple', 'waycarmichael', 'way.carmichael']) {
    expect(containsAllWords(listingSearchText(listing), searchTerms(words))).toBe(false)
  }
})

test('a listing with missing fields can still be searched', () => {
  expect(listingSearchText({ property: null })).not.toContain('undefined')
  expect(listingSearchText({ property: { zip_code: 95608 } })).toContain('95608')
})
