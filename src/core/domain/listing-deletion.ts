/** What stands below a listing, by how many there are, and the tours that it is a stop of. */
export type ListingChildren = {
  photos: number
  showings: number
  openHouses: number
  visitors: number
  tours?: number
}

/**
 * Deleting a listing takes what stands below it with it, and tours keep their stop (reading R17); this says so, or
 * nothing when there is nothing of either.
 */
export function deletionWarning(children: ListingChildren): string | null {
  const sentences = [lossWarning(children), tourWarning(children.tours ?? 0)].filter((sentence) => sentence !== null)
  return sentences.length === 0 ? null : sentences.join(' ')
}

function tourWarning(tours: number): string | null {
  if (tours === 0) return null
  return `It stays a stop of ${tours === 1 ? 'a tour' : `${tours} tours`}, marked 'no longer listed'.`
}

function lossWarning({ photos, showings, openHouses, visitors }: ListingChildren): string | null {
  const parts = [
    counted(photos, 'photo', 'photos'),
    counted(showings, 'showing', 'showings'),
    counted(openHouses, 'open house', 'open houses'),
    counted(visitors, 'visitor', 'visitors'),
  ].filter((part) => part !== null)
  const last = parts.at(-1)
  if (last === undefined) return null
  const listed = parts.length === 1 ? last.replace(/^1 /, '') : `${parts.slice(0, -1).join(', ')} and ${last}`
  return `Its ${listed} will be deleted too.`
}

function counted(count: number, one: string, many: string): string | null {
  if (count === 0) return null
  return count === 1 ? `1 ${one}` : `${count} ${many}`
}
