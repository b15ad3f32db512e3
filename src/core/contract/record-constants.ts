/** The widths in pixels that the server keeps of each photo. */
export const photoWidths = [320, 960, 1920] as const

/** In a file of its own, as the kinds need no schema. */
export const defaultAppointmentTitle = 'Appointment'

/** True of a listing, stored or sent, that is another broker's. Apart from the schema, which the first page does without. */
export function isListedByOther(listing: { listed_by?: unknown }): boolean {
  return (listing.listed_by ?? null) !== null && listing.listed_by !== ''
}
