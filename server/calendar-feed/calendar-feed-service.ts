import {
  appointmentEvent,
  openHouseEvent,
  showingEvent,
  tourEvent,
  calendarFile,
} from '#core/domain/schedule/calendar-file.ts'
import { zoneOfProperty } from '#core/domain/time/time-zone.ts'
import { addDays, dateOfInstant } from '#core/domain/time/wall-clock.ts'
import { newSecretToken } from '#server/accounts/secret-tokens.ts'
import type { Database } from '#server/database/connect.ts'
import type { WriteOutcome, WriteRequest } from '#server/database/write.ts'
import { removed } from '#server/http/outcome.ts'
import {
  deleteCalendarFeed,
  findAgentOfFeed,
  findCalendarFeed,
  saveCalendarFeed,
  type CalendarFeed,
} from './calendar-feed-repository.ts'
import { readAppointmentsFrom, readOpenHousesFrom, readShowingsFrom, readToursFrom } from './feed-events-repository.ts'

/** `address` is a path, because a server behind a proxy may not have its public origin as a setting. Both are null without a feed. */
type FeedAddress = { address: string | null; created_at: string | null }

const daysBack = 90

export async function feedAddressOf({ db }: Pick<Database, 'db'>, agentId: number): Promise<FeedAddress> {
  return addressOf(await findCalendarFeed(db, agentId))
}

export function renewFeedAddress(database: Database, request: WriteRequest): Promise<WriteOutcome> {
  return database.write(request, async (trx, { agentId }) => {
    const body = addressOf(await saveCalendarFeed(trx, agentId, newSecretToken()))
    return { status: 201, body, headers: {} }
  })
}

export function closeFeed(database: Database, request: WriteRequest): Promise<WriteOutcome> {
  return database.write(request, async (trx, { agentId }) => {
    await deleteCalendarFeed(trx, agentId)
    return removed()
  })
}

function addressOf(feed: CalendarFeed | undefined): FeedAddress {
  if (feed === undefined) return { address: null, created_at: null }
  return { address: `/calendar/${feed.secret}.ics`, created_at: feed.created_at }
}

/** The agent's calendar as an iCalendar file, from 90 days ago on; null for a wrong secret. */
export async function feedOf(
  { db }: Pick<Database, 'db'>,
  secret: string,
  now: number = Date.now(),
): Promise<string | null> {
  const agent = await findAgentOfFeed(db, secret)
  if (agent === undefined) return null
  const firstDate = addDays(dateOfInstant(now), -daysBack)
  const generatedAt = new Date(now).toISOString()
  const [showings, openHouses, appointments, tours] = [
    await readShowingsFrom(db, agent.id, firstDate),
    await readOpenHousesFrom(db, agent.id, firstDate),
    await readAppointmentsFrom(db, agent.id, firstDate),
    await readToursFrom(db, agent.id, firstDate),
  ]
  const person = `${agent.first_name} ${agent.last_name}`.trim() || agent.username
  return calendarFile({
    name: `Fanlight · ${person}`,
    events: [
      ...showings.map((showing) => showingEvent(showing, showing, generatedAt)),
      ...openHouses.map((openHouse) => openHouseEvent(openHouse, openHouse, generatedAt)),
      ...appointments.map((appointment) => appointmentEvent(appointment, generatedAt)),
      ...tours.map(({ tour, property, region }) =>
        Object.assign(tourEvent(tour, property, generatedAt), { zone: zoneOfProperty(region) }),
      ),
    ],
  })
}
