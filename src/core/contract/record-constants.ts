/** The widths, in pixels, that the server stores of each photo. */
export const photoWidths = [320, 960, 1920] as const

/** Here rather than beside the schema, because the kinds load no schemas. */
export const defaultAppointmentTitle = 'Appointment'

/** True for a listing, stored or sent, of another broker. Here because the first page loads no schemas. */
export function isListedByOther(listing: { listed_by?: unknown }): boolean {
  return (listing.listed_by ?? null) !== null && listing.listed_by !== ''
}
