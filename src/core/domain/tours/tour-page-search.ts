/** What the address of a tour says: which part is being edited; `date` opens the form at its date. */
type TourPageSearch = { edit?: 'all' | 'date' }

export function readTourPageSearch({ edit }: Record<string, unknown>): TourPageSearch {
  return edit === 'all' || edit === 'date' ? { edit } : {}
}
