import * as v from 'valibot'
import type { newAppointmentSchema } from '#core/contract/appointment.ts'
import type { ExposureFigure } from '#core/contract/exposure.ts'
import type { NewOpenHouse } from '#core/contract/open-house.ts'
import type { newShowingSchema } from '#core/contract/showing.ts'
import { defaultTourPreferences } from '#core/contract/tour-preferences.ts'
import type { NewTour } from '#core/contract/tour.ts'
import { addDays } from '#core/domain/time/wall-clock.ts'

/** `listing` and `listings` are indexes into one list: the agent's listings, then the homes to show. */
export type DemoDays = {
  showings: { listing: number; showing: DemoShowing }[]
  openHouses: { listing: number; openHouse: NewOpenHouse; visitors: { client_email: string; name: string }[] }[]
  appointments: v.InferInput<typeof newAppointmentSchema>[]
  tours: { listings: number[]; tour: DemoTour }[]
}

type DemoShowing = v.InferInput<typeof newShowingSchema>
type Outcome = Pick<DemoShowing, 'status' | 'interest' | 'price_opinion' | 'feedback' | 'feedback_for_seller'>
type DemoTour = Pick<NewTour, 'client_email' | 'tour_date' | 'start_time' | 'end_time' | 'preferences'>

const daysBack = 6
const daysAhead = 8
/** The number of the agent's listings, without homes to show. */
export const listingCount = 40
/** The number of listings with showings, open houses and exposure figures: the first ones of the agent's listings. */
export const visitedListings = 8
/** The index of the first home to show. */
export const firstHomeToShow = listingCount

const slots = [
  ['10:00:00', '10:30:00'],
  ['13:30:00', '14:00:00'],
  ['16:30:00', '17:00:00'],
] as const

const appointments = [
  { title: 'Appointment', start_time: '08:30:00', end_time: '09:00:00', notes: '', location: '' },
  { title: 'Notary', start_time: '15:00:00', end_time: '15:45:00', notes: 'Bring both keys.', location: 'Court House' },
  { title: 'Photographer', start_time: '11:15:00', end_time: '12:15:00', notes: '', location: '' },
]

const visitors = ['Ines Moor', 'Tom Harrow', 'Lena Voss', 'Abel Crane', 'Ruth Linden']

/** Outcomes of past showings; the empty one is for showings whose outcome the agent still has to record. */
const outcomes: Outcome[] = [
  {
    status: 'Held',
    interest: 4,
    price_opinion: 'High',
    feedback_for_seller: 'Loved the light. The kitchen needs work.',
  },
  {
    status: 'Held',
    interest: 2,
    price_opinion: 'High',
    feedback_for_seller: 'Too close to the road for the children.',
  },
  { status: 'No-show' },
  { status: 'Held', interest: 5, price_opinion: 'Right', feedback: 'Wants to see it again with her parents.' },
  {},
  { status: 'Held', interest: 3, price_opinion: 'Right', feedback: '' },
  { status: 'Cancelled', feedback: 'Found another home.' },
]

/** Returns sample events from six days ago to eight days ahead. Only tours overlap others: the planner plans each tour around them. */
export function demoDays(today: string, clientEmails: readonly string[]): DemoDays {
  const days: DemoDays = { showings: [], openHouses: [], appointments: [], tours: demoTours(today, clientEmails) }
  const emailOf = (index: number) => clientEmails[index % clientEmails.length] ?? 'someone@example.com'
  for (let day = -daysBack; day <= daysAhead; day += 1) {
    const date = addDays(today, day)
    const dayIndex = day + daysBack
    const listing = dayIndex % visitedListings
    if (dayIndex % 4 === 3) {
      const openHouse = { date, start_time: '13:00:00', end_time: '15:00:00' }
      const guests = day < 0 ? visitors.slice(0, 2 + (dayIndex % 4)).map(guestNamed) : []
      days.openHouses.push({ listing, openHouse, visitors: guests })
      continue
    }
    for (const [index, [start_time, end_time]] of slots.entries()) {
      if ((dayIndex + index) % 3 === 2) continue
      const client_email = emailOf(dayIndex * 3 + index)
      const outcome = day < 0 ? outcomes[days.showings.length % outcomes.length] : {}
      const showing = { showing_date: date, start_time, end_time, client_email, ...outcome }
      days.showings.push({ listing: (listing + index) % visitedListings, showing })
    }
    const appointment = appointments[dayIndex % 5]
    if (appointment !== undefined) days.appointments.push({ date, ...appointment })
  }
  days.showings.push(...showingsOfHomesToShow(today, emailOf))
  return days
}

function showingsOfHomesToShow(today: string, emailOf: (index: number) => string): DemoDays['showings'] {
  const evening = { start_time: '17:30:00', end_time: '18:00:00' }
  const held: Outcome = {
    status: 'Held',
    interest: 4,
    price_opinion: 'Right',
    feedback_for_seller: 'Liked the street. Asked about the roof.',
  }
  return [
    { day: -2, home: 0, outcome: held },
    { day: 0, home: 2, outcome: {} },
    { day: 3, home: 3, outcome: {} },
  ].map(({ day, home, outcome }, index) => ({
    listing: firstHomeToShow + home,
    showing: { showing_date: addDays(today, day), ...evening, client_email: emailOf(index * 6 + 3), ...outcome },
  }))
}

function demoTours(today: string, clientEmails: readonly string[]): DemoDays['tours'] {
  return [
    { day: -3, listings: [0, 2, 4], hours: ['09:00:00', '14:00:00'] },
    { day: 0, listings: [1, 3, 5, firstHomeToShow, firstHomeToShow + 1], hours: ['09:00:00', '17:00:00'] },
    { day: 2, listings: [8, 9, 10, 11, 12, 13], hours: ['09:00:00', '17:00:00'] },
    { day: 5, listings: [14, 15], hours: ['10:00:00', '14:00:00'] },
  ].map(({ day, listings, hours: [start_time = '', end_time = ''] }, index) => ({
    listings,
    tour: {
      client_email: clientEmails[index * 7] ?? 'someone@example.com',
      tour_date: addDays(today, day),
      start_time,
      end_time,
      preferences: { ...defaultTourPreferences },
    },
  }))
}

function guestNamed(name: string): { client_email: string; name: string } {
  return { name, client_email: `${name.toLowerCase().replace(' ', '.')}@example.com` }
}

const platforms = [
  { platform: 'zillow', views: 48 },
  { platform: 'redfin', views: 31 },
  { platform: 'realtor', views: 22 },
  { platform: 'trulia', views: 9 },
]

export function demoExposure(today: string, listing: number): ExposureFigure[] {
  return platforms.slice(0, 4 - (listing % 2)).flatMap(({ platform, views }, platformIndex) =>
    Array.from({ length: 14 }, (_, age) => {
      const wave = 1 + Math.sin((age + listing * 2 + platformIndex) / 2) / 2
      const viewed = Math.round((views * wave * (30 - age)) / 30 / (1 + listing / 4))
      const likes = Math.round(viewed / 6)
      return { platform, date: addDays(today, -age), views: viewed, likes, saves: Math.round(likes / 2) }
    }),
  )
}
