import { tourEvent } from '#core/domain/schedule/calendar-event.ts'
import { calendarFile, calendarFileType } from '#core/domain/schedule/ics.ts'
import { type Correspondents, invitationMail, tourInvitation } from '#core/domain/tours/tour-invitation.ts'
import { tourTitle } from '#core/domain/tours/tour-words.ts'
import type { TourRow } from '#storage/database/rows.ts'
import { saveAsFile } from '#ui/hooks/save-as-file.ts'
import type { ShownStop } from './tour-stops.ts'

/** The device's share sheet with the text of the tour; where there is none, a mail to the client (reading R21). */
export async function sendReminder(tour: TourRow, stops: ShownStop[], people: Correspondents): Promise<void> {
  const shown = { ...tour, stops }
  const { subject, text } = tourInvitation(shown, people)
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ title: subject, text })
      return
    } catch (error) {
      // An agent who closes the sheet does not want a mail instead.
      if (error instanceof DOMException && error.name === 'AbortError') return
    }
  }
  location.href = invitationMail(shown, people)
}

/** Downloads the tour for another calendar program; made on this device, so it needs no network. */
export function saveTourFile(tour: TourRow, stops: readonly ShownStop[], now: number): void {
  const event = tourEvent({ ...tour, stops }, stops[0]?.home ?? {}, new Date(now).toISOString())
  const file = calendarFile({ name: tourTitle(tour.id), events: [event] })
  saveAsFile(new Blob([file], { type: calendarFileType }), `tour-${tour.tour_date}.ics`)
}
