import { contactLink, canBeCalled } from '#core/domain/text/contact-links.ts'
import { cancelMessages, linkOfMessage } from '#core/domain/homes/listing-agent-messages.ts'
import { indexClients } from '#core/domain/clients/client-rules.ts'
import { nameOfAgent } from '#core/domain/account/realtor-name.ts'
import { cancelText } from '#core/domain/tours/tour-invitation.ts'
import { runOf } from '#core/domain/tours/tour-run.ts'
import { dateOfInstant } from '#core/domain/time/wall-clock.ts'
import { takesAgentsTime } from '#core/planner/tour-planning.ts'
import type { NotificationLink } from '#state/notifications.ts'
import { useSession } from '#state/session.ts'
import type { Device } from '#storage/device/device.ts'
import type { DeviceDatabase } from '#storage/database/device-database.ts'
import type { TourRow, ClientRow } from '#storage/database/rows.ts'
import { plannedVisit, readShownStops, type ShownStop } from './tour-stops.ts'

/** Returns links that write messages about a tour cancelled or deleted now: to the client first, then to listing agents. */
export async function tourCancelLinks({ database, clock }: Device, tour: TourRow): Promise<NotificationLink[]> {
  const { tour_date: date, steps } = tour
  if (!takesAgentsTime(tour) || date < dateOfInstant(clock.now())) return []
  const run = runOf<ShownStop>({ steps, stops: await readShownStops(database, tour.stops) })
  const visits = run.filter(({ state }) => state === 'coming').map(({ stop }) => plannedVisit(stop))
  const from = nameOfAgent(useSession.getState().user)
  const toAgents = cancelMessages(visits, { date, from }).map(linkOfMessage)
  return [...(await linkToClient(database, tour, from)), ...toAgents]
}

async function linkToClient(database: DeviceDatabase, tour: TourRow, agent: string): Promise<NotificationLink[]> {
  const client = indexClients(await database.clients.toArray()).of(tour)
  const { by, contact } = clientMessage(tour, client)
  const words = cancelText(tour, { client: client?.first_name.trim() ?? '', agent })
  const href = contactLink(by, contact, words, 'Tour cancelled')
  return href === null ? [] : [{ label: `${by} ${contact.name}`, href }]
}

/** Returns how to contact a tour's client: `by` is Text if the client has a phone number that can be called, else Email. */
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
