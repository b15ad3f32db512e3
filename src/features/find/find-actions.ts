import type { Findable } from '#core/domain/find-records.ts'
import { searchWords } from '#core/domain/listing-rules.ts'

type FoundAction = Findable & { kind: 'Action'; title: string; note: string; path: string }

/** In place of an address: opens the list of keys. */
export const keysPath = '?'

const actions: [title: string, path: string, otherWords: string][] = [
  ['Today', '/today', 'day agenda'],
  ['Add New Client', '/clients/new', 'create contact person buyer seller'],
  ['Create Listing', '/listings/new', 'new home property'],
  ['Create Tour', '/tours/new', 'new plan route'],
  ['New Showing', '/today?new=showing', 'create add visit buyer'],
  ['New Appointment', '/dashboard?new=appointment', 'create add calendar event meeting'],
  ['New Open House', '/today?new=open-house', 'create add visitors'],
  ['Dashboard', '/dashboard', 'calendar appointments'],
  ['My Listings', '/my-listings', 'homes'],
  ['Clients', '/clients', 'people contacts'],
  ['My Tours', '/tours', ''],
  ['Survey Analytics', '/questionnaire/analytics', 'questionnaire answers'],
  ['Take Survey', '/questionnaire', ''],
  ['Import Clients', '/clients/import', 'contacts csv vcard address book upload file'],
  ['Import Listings', '/listings/import', 'mls csv reso homes properties upload file'],
  ['Import Appointments', '/appointments/import', 'calendar ics google outlook apple upload file'],
  ['Import Figures', '/figures/import', 'exposure views likes saves zillow redfin realtor csv upload file'],
  ['Outbox', '/outbox', 'sync waiting unsent'],
  ['Settings', '/settings', 'profile export theme api'],
  ['Keyboard shortcuts', keysPath, 'keys help'],
]

/** Where one can go and what one can begin, by name. */
export const foundActions: readonly FoundAction[] = actions.map(([title, path, otherWords]) => ({
  key: `Action ${path}`,
  kind: 'Action',
  order: -1,
  title,
  lead: searchWords(title),
  note: '',
  path,
  text: searchWords(`${title} ${otherWords}`),
}))
