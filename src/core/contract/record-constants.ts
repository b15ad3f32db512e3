/** The server stores each photo in these widths, in pixels. */
export const photoWidths = [320, 960, 1920] as const

/** Not in the schema's file, because `core/kinds` must not load schemas. */
export const defaultAppointmentTitle = 'Appointment'

/** True for a home to show: a listing of another broker. In this file because the first page must not load schemas. */
export function isListedByOther(listing: { listed_by?: unknown }): boolean {
  return (listing.listed_by ?? null) !== null && listing.listed_by !== ''
}
