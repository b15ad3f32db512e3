import { isListedByOther } from '#core/contract/is-listed-by-other.ts'
import { holdsWords, listingSearchText, wordsOf } from '#core/domain/listings/listing-rules.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import type { ListingMatches, ListingOrder, WantedListings } from './listing-search.ts'
import type { ListingRow } from '#storage/database/rows.ts'

type Entry = { key: LocalKey; text: string; status: unknown; isToShow: boolean; createdAt: number; price: number }

/** What is searched of each listing, in memory, and in each order once that was asked for. */
type ListingEntries = {
  put: (row: ListingRow) => void
  remove: (key: LocalKey) => void
  clear: () => void
  find: (text: string, order: ListingOrder, limit: number, wanted?: WantedListings) => Omit<ListingMatches, 'complete'>
}

export function listingEntries(): ListingEntries {
  const entries = new Map<LocalKey, Entry>()
  const ordered = new Map<ListingOrder, Entry[]>()

  function inOrder(order: ListingOrder): Entry[] {
    let list = ordered.get(order)
    if (list === undefined) {
      list = [...entries.values()].sort(comparisons[order])
      ordered.set(order, list)
    }
    return list
  }

  return {
    put: (row) => {
      const fresh = entryOf(row)
      const known = entries.get(row.key)
      if (known !== undefined && known.createdAt === fresh.createdAt && known.price === fresh.price) {
        known.text = fresh.text
        known.status = fresh.status
        known.isToShow = fresh.isToShow
        return
      }
      entries.set(row.key, fresh)
      ordered.clear()
    },
    remove: (key) => {
      if (entries.delete(key)) ordered.clear()
    },
    clear: () => {
      entries.clear()
      ordered.clear()
    },
    find: (text, order, limit, { statuses, isToShow = false } = {}) => {
      const words = wordsOf(text)
      const keys: LocalKey[] = []
      let total = 0
      for (const entry of inOrder(order)) {
        if (entry.isToShow !== isToShow) continue
        if (statuses !== undefined && !statuses.some((status) => status === entry.status)) continue
        if (!holdsWords(entry.text, words)) continue
        if (total < limit) keys.push(entry.key)
        total += 1
      }
      return { keys, total }
    },
  }
}

function entryOf(listing: ListingRow): Entry {
  const { key, status, created_at, listing_price } = listing
  return {
    key,
    text: listingSearchText(listing),
    status,
    isToShow: isListedByOther(listing),
    createdAt: Date.parse(created_at ?? '') || 0,
    price: listing_price || 0,
  }
}

const comparisons: Record<ListingOrder, (one: Entry, other: Entry) => number> = {
  newest: (one, other) => other.createdAt - one.createdAt || compareKeys(other, one),
  oldest: (one, other) => one.createdAt - other.createdAt || compareKeys(one, other),
  cheapest: (one, other) => one.price - other.price || compareKeys(one, other),
  dearest: (one, other) => other.price - one.price || compareKeys(other, one),
}

/** As an index orders equal values, so that searching and browsing show one order. */
function compareKeys(one: Entry, other: Entry): number {
  return one.key < other.key ? -1 : one.key > other.key ? 1 : 0
}
