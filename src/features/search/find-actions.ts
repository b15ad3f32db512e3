import type { Findable } from '#core/domain/search/find-records.ts'
import { splitAddress } from '#core/domain/addresses/pasted-address.ts'
import { sharedHome } from '#core/domain/addresses/shared-home.ts'
import { searchWords } from '#core/domain/listings/listing-rules.ts'

type FoundAction = Findable & { kind: 'Action'; title: string; note: string; path: string }

/** In place of an address: opens the list of keys. */
export const keysPath = '?'

/** The same for the sheet that adds a home. */
export const addHomePath = '+'

const actions: [title: string, path: string, otherWords: string][] = [
  ['Today', '/today', 'day agenda'],
  ['Add New Client', '/clients/new', 'create contact person buyer seller'],
  ['Create Listing', '/listings/new', 'new home property'],
  ['Add a home', addHomePath, 'new home property to show of another broker'],
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

/** What is offered where nothing is found: the home of an address. */
export function addHomeAction(words: string): readonly FoundAction[] {
  if (splitAddress(words) === null && sharedHome(words) === null) return []
  const title = `Add a home: ${words.trim()}`
  return [
    { key: `Action ${addHomePath}`, kind: 'Action', order: -1, title, lead: '', note: '', path: addHomePath, text: '' },
  ]
}

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
