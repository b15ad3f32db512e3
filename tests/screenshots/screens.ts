import type { Page } from '@playwright/test'
import { googleCalendar } from '../support/calendar-files.ts'
import { googleContacts } from '../support/contact-files.ts'
import { resoHomes } from '../support/home-files.ts'
import type { AgentName } from './agents.ts'

type Step = (page: Page) => Promise<unknown>

/** A state of a screen: the agent (by default `full`), the address, and the action. */
type State = { agent?: AgentName; at?: string; pressed?: Step }

const nowhere = '999999'

const press =
  (...names: (string | RegExp)[]): Step =>
  async (page) => {
    for (const name of names) {
      const isThis = { name, ...(typeof name === 'string' && { exact: true }) }
      const button = page.getByRole('button', isThis)
      await button.or(page.getByRole('link', isThis)).first().waitFor()
      await ((await button.count()) > 0 ? button : page.getByRole('link', isThis)).first().click()
    }
  }
const empty =
  (label: string, ...names: string[]): Step =>
  async (page) => {
    await page.getByLabel(label).fill('')
    await press(...names)(page)
  }

const full: State = {}
const guest: State = { agent: 'guest' }
const fresh: State = { agent: 'new' }
const loading: State = { agent: 'loading' }
const failed: State = { agent: 'failed' }
const offline: State = { agent: 'offline' }
const conflict: State = { agent: 'conflict' }
const missing = (route: string): State => ({ at: route.replace(/\$\w+/, nowhere) })
const todays = '/tours/$tourToday/run'
const lists = { full, empty: fresh, loading, failed, offline }

/** Each address of the table in `src/app/routes.tsx`, and its states by name. */
export const screens: Record<string, Record<string, State>> = {
  '/': { guest, full },
  '/login': { guest, errors: { ...guest, pressed: press('Login') } },
  '/register': { guest, errors: { ...guest, pressed: press('Create Account') } },
  '/reset-password': { guest, errors: { ...guest, pressed: press('Reset Password') } },
  '/questionnaire': { guest, errors: { ...guest, pressed: press('Next') }, loading, failed },
  '/dashboard': {
    ...lists,
    find: { pressed: press('Find anything') },
    appointment: { pressed: press('New Appointment') },
  },
  '/today': { ...lists, showing: { pressed: press('New Showing') } },
  '/shared': { empty: full },
  '/my-listings': {
    ...lists,
    'no-match': { at: '/my-listings?q=nothing' },
    delete: { pressed: press(/^Delete/) },
  },
  '/listings/new': { full, loading, failed, offline, property: { pressed: press('Add a property') } },
  '/listings/create/$propertyId': {
    full,
    errors: { pressed: empty('Listing Price', 'Create Listing') },
    missing: missing('/listings/create/$propertyId'),
  },
  '/listings/edit/$listingId': {
    full,
    offline,
    loading,
    errors: { pressed: empty('Listing Price', 'Update Listing') },
    delete: { pressed: press('Delete Listing') },
    missing: missing('/listings/edit/$listingId'),
  },
  '/listings/$listingId': {
    full,
    offline,
    loading,
    failed,
    showing: { pressed: press('New Showing') },
    'open-house': { pressed: press('New Open House') },
    missing: missing('/listings/$listingId'),
  },
  '/listings/$listingId/dashboard': {
    full,
    offline,
    loading,
    failed,
    missing: missing('/listings/$listingId/dashboard'),
  },
  '/open-houses/$openHouseId/kiosk': {
    full,
    errors: { pressed: press('Start') },
    missing: missing('/open-houses/$openHouseId/kiosk'),
    running: { agent: 'kiosk' },
    'sign-in': { agent: 'kiosk', pressed: press('Tap to sign in') },
    'sign-in-errors': { agent: 'kiosk', pressed: press('Tap to sign in', 'Next') },
  },
  '/door-cards/$doorCardId': { missing: missing('/door-cards/$doorCardId') },
  '/clients': {
    ...lists,
    'no-match': { at: '/clients?search=nothing' },
    delete: { pressed: press(/^Delete/) },
  },
  '/clients/import': {
    full,
    read: {
      pressed: async (page) => {
        const table = { name: 'google.csv', mimeType: 'text/csv', buffer: Buffer.from(googleContacts) }
        await page.getByLabel('Choose File').setInputFiles(table)
        await page.getByText('Columns').click()
      },
    },
  },
  '/appointments/import': {
    full,
    read: {
      pressed: async (page) => {
        const calendar = { name: 'google.ics', mimeType: 'text/calendar', buffer: Buffer.from(googleCalendar) }
        await page.getByLabel('Choose File').setInputFiles(calendar)
        await page.getByText('New (').waitFor()
      },
    },
  },
  '/listings/import': {
    full,
    read: {
      pressed: async (page) => {
        const homes = { name: 'my listings.csv', mimeType: 'text/csv', buffer: Buffer.from(resoHomes) }
        await page.getByLabel('Choose File').setInputFiles(homes)
        await page.getByText('New (').waitFor()
      },
    },
  },
  '/figures/import': {
    full,
    read: {
      pressed: async (page) => {
        const week = {
          name: 'week.csv',
          mimeType: 'text/csv',
          buffer: Buffer.from('Week of,Page Views\n2026-11-09,70\n'),
        }
        await page.getByLabel('Choose File').setInputFiles(week)
        await page.getByText('Missing from the file').waitFor()
      },
    },
  },
  '/clients/new': { full, errors: { pressed: press('Create Client') } },
  '/clients/edit/$clientId': {
    full,
    conflict,
    errors: { pressed: empty('First Name', 'Update Client') },
    missing: missing('/clients/edit/$clientId'),
  },
  '/clients/$clientId': { full, offline, conflict, loading, missing: missing('/clients/$clientId') },
  '/tours': { ...lists, 'no-match': { at: '/tours?search=nothing' }, delete: { pressed: press(/^Delete/) } },
  '/tours/new': {
    full,
    empty: fresh,
    offline,
    // A press on the disabled button shows what is missing.
    errors: { pressed: (page) => page.getByRole('button', { name: 'Create Tour' }).click({ force: true }) },
    chosen: { pressed: press(/^Add \d/, /^Add \d/) },
  },
  '/tours/$tourId': {
    full,
    offline,
    loading,
    failed,
    edit: { pressed: press('Edit') },
    missing: missing('/tours/$tourId'),
  },
  '/tours/$tourId/run': {
    full: { at: todays },
    offline: { ...offline, at: todays },
    loading,
    missing: missing('/tours/$tourId/run'),
  },
  '/open-houses/$openHouseId/survey-kiosk': { full, missing: missing('/open-houses/$openHouseId/survey-kiosk') },
  '/questionnaire/analytics': { full, loading, failed, offline },
  '/outbox': { full, offline, conflict, decide: { ...conflict, pressed: press(/^Decide/) } },
  '/settings': {
    full,
    offline,
    loading,
    data: { at: '/settings?tab=data', pressed: press('Back Up') },
    restore: { at: '/settings?tab=data&restore=true' },
  },
  '/more': { full, offline },
  '/nowhere': { guest, full },
}
