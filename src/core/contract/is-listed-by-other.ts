/** True of a listing, stored or sent, that is another broker's. Apart from the schema, which the first page does without. */
export function isListedByOther(listing: { listed_by?: unknown }): boolean {
  return (listing.listed_by ?? null) !== null && listing.listed_by !== ''
}
