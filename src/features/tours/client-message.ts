import { canBeCalled } from '#core/domain/text/contact-links.ts'
import type { ClientRow, TourRow } from '#storage/database/rows.ts'

/** How a message about a tour reaches its client: as a text where there is a number to send it to, else as an email. */
export function clientMessage(tour: Pick<TourRow, 'client_email'>, client: ClientRow | undefined) {
  return {
    by: client !== undefined && canBeCalled(client) ? 'Text' : 'Email',
    contact: {
      name: client?.first_name.trim() || 'the Client',
      email: tour.client_email,
      phone_number: client?.phone_number,
    },
  } as const
}
