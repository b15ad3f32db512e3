import type { NewProperty } from '#core/contract/property.ts'
import { factsText, placeText } from '#core/domain/listings/listing-display.ts'
import { agentAsRealtor } from '#core/domain/account/realtor-name.ts'
import { type ImportedListing, listingImport } from '#core/import/listing-import.ts'
import type { Create } from '#core/import/make-import.ts'
import { homeName } from '#core/import/listing-finder.ts'
import { textOf } from '#core/import/imported-records.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { recordActivity } from '#state/recent-activity-store.ts'
import { useSession } from '#state/session.ts'
import type { Device } from '#storage/device/device.ts'
import { ownListings } from '#storage/homes/homes-to-show.ts'
import { mirrorTable } from '#storage/database/device-database.ts'
import styles from './import.module.css'
import { savingRecords } from './save-records.ts'
import { mergeBothOrSkip, type ScreenKind, whyTheSame, type MissingFieldsProps } from './screen-kind.ts'
import { Card } from '#ui/layout/card.tsx'
import { SelectField } from '#ui/fields/select-field.tsx'
import { formatDollars } from '#core/format/numbers.ts'

export const importListings: ScreenKind = {
  kind: listingImport,
  one: 'listing',
  plural: 'listings',
  chooseFileTitle: 'Bring your listings',
  intro:
    'Choose the table of your own listings that your MLS exported, as CSV. It is read on this device, even offline, and nothing is saved until you have seen it. Each line becomes a listing with its home, price, status and description; homes off the market are left out.',
  accept: '.csv,.tsv,.txt,text/csv',
  sources: [
    ['Your MLS', 'Search your own listings, select all, Export, CSV; RESO column names are recognized'],
    ['Redfin', 'A search with your listings, Download All below the results'],
    ['Any spreadsheet', 'Save or download as CSV; the first line has the headings'],
  ],
  doneNotificationTitle: 'Listings Imported',
  linkToImported: { to: '/my-listings', words: 'Show Listings' },
  mergeHint: 'Keep both creates a second listing of a home you have already listed.',
  undoHint:
    'Listings changed since the import, or with photos, showings, open houses or tours, stay. Homes that reached the server stay in the catalog all agents share.',
  mayContainPastDates: false,
  MissingFieldsForm: StatusMeaningForm,
  refusedFileColumns: [
    ['address', 'Address'],
    ['city', 'City'],
    ['state', 'State'],
    ['zip_code', 'ZIP'],
    ['listing_price', 'Price'],
    ['status', 'Status'],
    ['description', 'Description'],
    ['listed_on', 'List Date'],
    ['bedrooms', 'Bedrooms'],
    ['bathrooms', 'Bathrooms'],
    ['square_feet', 'Square Feet'],
    ['lot_size', 'Lot Acres'],
    ['year_built', 'Year Built'],
    ['garage_spaces', 'Garage Spaces'],
    ['property_type', 'Property Type'],
  ],
  columns: [
    { header: 'Address', phone: 'lead', cell: ({ record }) => listingImport.titleOf(record) },
    {
      header: 'Price',
      phone: 'end',
      align: 'end',
      cell: ({ record }) => formatDollars(Number(record['listing_price'])),
    },
    {
      header: 'Status and place',
      phone: 'wide',
      cell: ({ record }) => `${textOf(record['status'])} · ${placeText((record as ImportedListing).property)}`,
    },
    { header: 'Home', phone: 'wide', cell: ({ record }) => factsText((record as ImportedListing).property) },
    {
      header: 'Description',
      phone: 'wide',
      cell: ({ record }) => <span className={styles.notes}>{textOf(record['description'])}</span>,
    },
  ],
  // Without *Merge*.
  choices: mergeBothOrSkip.slice(1),
  duplicateReason: whyTheSame('listing'),
  saving: savingRecords({
    entity: 'listing',
    recordsToCompare: async ({ database }) => {
      const rows = await ownListings(database)
      return rows.map(({ key, listing_price, description, status, property }) => ({
        key,
        listing_price,
        description,
        status,
        listed_on: '',
        property: {
          ...property,
          address: property.address ?? '',
          city: property.city ?? '',
          zip_code: property.zip_code ?? '',
        },
      }))
    },
    createsOf: (device, records) => listingsWithHomes(device, records as readonly ImportedListing[]),
    referredKeys: mentionedListings,
    onImported: () => recordActivity('create_listing'),
  }),
}

/** Each listing follows a create of its home, if the catalog lacks the home. The oldest listing is first, so that newer ones are shown above it. */
async function listingsWithHomes(device: Device, records: readonly ImportedListing[]): Promise<Create[]> {
  const { user } = useSession.getState()
  const realtor = user === null ? null : agentAsRealtor(user)
  const created_at = new Date(device.clock.now()).toISOString()
  const homes = await catalogHomes(device)
  const creates: Create[] = []
  for (const { property, listed_on: _, ...changes } of records.toSorted(byListDate)) {
    const home = homes.get(homeName(property)) ?? { shown: property, at: creates.length }
    if ('at' in home && home.at === creates.length) {
      creates.push({ entity: 'property', changes: property })
      homes.set(homeName(property), home)
    }
    const { shown, ...keyOrIndex } = home
    creates.push({
      entity: 'listing',
      changes,
      shown: { property: shown, created_at, realtor },
      parent: { field: 'property', entity: 'property', ...keyOrIndex },
    })
  }
  return creates
}

function byListDate({ listed_on: one }: ImportedListing, { listed_on: other }: ImportedListing): number {
  return one < other ? -1 : Number(one > other)
}

/** A home's facts (`shown`), with the key of its property on this device, or the index of its create in this import (`at`). */
type Home = { shown: Partial<NewProperty> & { id?: number } } & ({ key: LocalKey } | { at: number })

async function catalogHomes({ database }: Device): Promise<Map<string, Home>> {
  const homes = new Map<string, Home>()
  await database.properties.each(({ key, ...shown }) => {
    // A private property is not in the catalog until the agent lists it.
    if (shown.is_private === true) return
    homes.set(homeName(shown), { key, shown })
  })
  return homes
}

/** Returns the keys of listings with a photo, a showing, an open house or a tour stop; undoing the import does not delete them. */
async function mentionedListings({ database }: Device): Promise<Set<string>> {
  const found = new Set<string>()
  for (const entity of ['listing_image', 'showing', 'open_house', 'open_house_visit'] as const)
    await mirrorTable(database, entity).each(({ listing_key }) => found.add(textOf(listing_key)))
  const keyOfId = new Map((await database.listings.toArray()).map(({ key, id }) => [id, key]))
  await database.tours.each(({ selected_listings, stops }) => {
    for (const idOrKey of [...selected_listings, ...stops.map(({ listing_id }) => listing_id ?? '')])
      found.add(typeof idOrKey === 'number' ? (keyOfId.get(idOrKey) ?? '') : idOrKey)
  })
  return found
}

/** Lets the agent choose what status "C" means in the file: it differs between listing services. */
function StatusMeaningForm({ given, onGive }: MissingFieldsProps) {
  return (
    <Card title="Not clear in the file">
      <div className={styles.body}>
        <SelectField
          label="Status “C”"
          hint="Some MLSs write it for closed listings, others for contingent or cancelled ones."
          value={given['status'] ?? ''}
          onChange={({ currentTarget }) => onGive({ ...given, status: currentTarget.value })}
        >
          <option value="">Choose what it means</option>
          <option value="Sold">Closed</option>
          <option value="Pending">Contingent</option>
          <option value="Cancelled">Cancelled, not imported</option>
        </SelectField>
      </div>
    </Card>
  )
}
