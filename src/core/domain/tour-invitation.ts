import { inOrder, type TimedStop, visitBegins } from './timed-stop.ts'
import { fullDateInWords, timeInWords } from './wall-clock.ts'

type Tour = {
  tour_date: string
  start_time: string
  client_email: string
  stops: readonly (TimedStop & { listing_city?: string | undefined })[]
}

/** The text of a tour for the buyer: day, doors, times. */
export function tourInvitation(tour: Tour): { subject: string; text: string } {
  const stops = inOrder(tour.stops)
  const begins = (stops[0] && visitBegins(stops[0])) ?? tour.start_time
  const lines = stops.map((stop) => {
    const time = visitBegins(stop)
    const where = [stop.listing_address, stop.listing_city].filter(Boolean).join(', ')
    return time === undefined ? where : `${timeInWords(time)}  ${where}`
  })
  const subject = `Your property tour on ${fullDateInWords(tour.tour_date)}`
  return { subject, text: [`${subject}, from ${timeInWords(begins)}:`, '', ...lines].join('\n') }
}

/** Opens the agent's own mail program when there is no sheet to share with. */
export function invitationMail(tour: Tour): string {
  const { subject, text } = tourInvitation(tour)
  const to = encodeURIComponent(tour.client_email.trim()).replaceAll('%40', '@')
  return `mailto:${to}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`
}

/** The way to a door, in whatever map the device has. */
export function directionsAddress(stop: { listing_address: string; listing_city?: string | undefined }): string {
  const where = [stop.listing_address, stop.listing_city].filter(Boolean).join(', ')
  return `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(where)}`
}
