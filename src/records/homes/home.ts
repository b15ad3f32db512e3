import { kinds, type EntityName } from '#core/kinds/all-kinds.ts'
import { type Fields, fieldsOf } from '#core/contract/json.ts'
import type { LocationSource } from '#core/contract/property.ts'
import type { Place } from '#core/domain/travel/driving.ts'
import { isAddedByMe, overridesAfter } from '#core/domain/homes/home-edit.ts'
import { knownNumber } from '#core/domain/text/amounts.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { pick } from '#core/sync/records/record-fields.ts'
import type { Device } from '#storage/device/device.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { DeviceDatabase } from '#storage/database/device-database.ts'
import { resolveLocalKey } from '#storage/database/resolve-local-key.ts'
import { placeFinder } from '#storage/homes/place-finder.ts'
import type { ListingRow, PropertyRow } from '#storage/database/rows.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { exactPlace, type HomeAddress, placeOfHome } from '#core/domain/travel/place-of-home.ts'
import { changeWithUndo } from '#records/saving/save-with-undo.ts'

/** Identifies a home by the agent's listing, or by the property in the catalog. */
export type HomeReference = { listingKey: LocalKey } | { propertyKey: LocalKey }

/** A home's property and the agent's own listing of it, as far as this device has them. */
export type Home = { property: PropertyRow | null; listing: ListingRow | null }

/** Returns a home from this device; undefined until it is read. */
export function useHome(reference: HomeReference): Home | undefined {
  const { database } = useDevice()
  const [kind, key] =
    'listingKey' in reference ? ['listing', reference.listingKey] : ['property', reference.propertyKey]
  return useLiveQuery(() => readHome(database, kind === 'listing', key ?? ''), [database, kind, key])
}

async function readHome(database: DeviceDatabase, isListing: boolean, key: LocalKey): Promise<Home> {
  if (isListing) {
    const listing = (await database.listings.get(await resolveLocalKey(database, 'listing', key))) ?? null
    const propertyKey = listing?.property_key
    const property = propertyKey === undefined ? undefined : await database.properties.get(propertyKey)
    return { property: property ?? null, listing }
  }
  const [property, listing] = await Promise.all([
    database.properties.get(key),
    database.listings.where('property_key').equals(key).first(),
  ])
  return { property: property ?? null, listing: listing ?? null }
}

/** Returns the home's facts as the agent's listing shows them, else as the catalog has them. */
export function factsOf({ property, listing }: Home): Partial<PropertyRow> {
  return { ...property, ...listing?.property }
}

/**
 * Returns which record an edit of the home changes: the property, for all agents, if this agent added it; else only the agent's listing
 * (reading R36). Null if the agent has neither.
 */
export function scopeOfEdit({ property, listing }: Home): 'property' | 'listing' | null {
  if (property !== null && isAddedByMe(property)) return 'property'
  return listing === null ? null : 'listing'
}

/** `shown`: what the row shows until the server's copy arrives. */
type HomeEdit = { entity: EntityName; record: PropertyRow | ListingRow; changes: Fields; shown: Fields }

/** Returns the record to save, and its changes, so that the home has `changes`; null if the agent cannot change the home. */
export function editOfHome({ property, listing }: Home, changes: Fields): HomeEdit | null {
  if (property !== null && isAddedByMe(property)) return { entity: 'property', record: property, changes, shown: {} }
  return listing === null ? null : editOfListing(listing, property, changes)
}

function editOfListing(listing: ListingRow, property: PropertyRow | null, changes: Fields): HomeEdit {
  const catalog: Fields = pick(property ?? listing.property, kinds.property.fields)
  const overrides = overridesAfter(catalog, listing.property_overrides, changes)
  const shown = { property: { ...(listing.property as Fields), ...catalog, ...fieldsOf(overrides) } }
  return { entity: 'listing', record: listing, changes: { property_overrides: overrides }, shown }
}

export async function changeHomeWithUndo(device: Device, home: Home, changes: Fields, message: string): Promise<void> {
  const edit = editOfHome(home, changes)
  if (edit !== null) await changeWithUndo(device, { ...edit, title: 'Home Updated', message })
}

/** Removes the listing's property overrides, and offers to undo it. */
export async function showAsInCatalog(
  device: Device,
  listing: ListingRow,
  property: PropertyRow | null,
): Promise<void> {
  const names = Object.keys(listing.property_overrides ?? {})
  const { entity, record, changes, shown } = editOfListing(listing, property, pick(property ?? {}, names))
  const message = 'This listing shows the catalog’s values again.'
  await changeWithUndo(device, { entity, record, changes, shown, title: 'Home Updated', message })
}

// ── Where it is ────────────────────────────────────────────────────────────

const sourceWords: Readonly<Record<Exclude<LocationSource, 'geocoder'>, string>> = {
  agent: 'Location set by you',
  address_file: 'Location from the address file',
  file: 'Location from the import',
}

const providerNames: Readonly<Record<string, string>> = {
  nominatim: 'OpenStreetMap (Nominatim)',
  photon: 'OpenStreetMap (Photon)',
  pelias: 'Pelias',
  census: 'the Census Bureau',
}

export function approximateWords(isUnknown: boolean): string {
  return isUnknown ? 'location unknown' : 'approximate location'
}

/** Whether the home has its own location, or only that of its ZIP code or city; undefined until it is read. */
function useLocationState(home: Home | undefined): 'exact' | 'approximate' | 'unknown' | undefined {
  const { database } = useDevice()
  const facts = home && factsOf(home)
  const { latitude, longitude, zip_code, city, state, address } = facts ?? {}
  return useLiveQuery(async () => {
    const where: HomeAddress = { latitude, longitude, zip_code, city, state, address }
    if (exactPlace(where) !== null) return 'exact'
    return placeOfHome(where, await placeFinder(database, [where])) === null ? 'unknown' : 'approximate'
  }, [database, latitude, longitude, zip_code, city, state, address])
}

/** Text about the home's location: its source, or that it is approximate or unknown; undefined until it is read. */
export function useLocationText(home: Home | undefined): string | undefined {
  const state = useLocationState(home)
  const words = home && locationWords(home)
  return words ?? (state && approximateWords(state === 'unknown'))
}

/** Text about the source of the home's own location; null if it has none. */
function locationWords(home: Home): string | null {
  const { latitude, longitude, location_source } = factsOf(home)
  if (exactPlace({ latitude: latitude ?? null, longitude: longitude ?? null }) === null) return null
  const isByOther = location_source === 'agent' && !isLocatedByMe(home)
  if (isByOther) return 'Location set by the agent who added it'
  return location_source === 'geocoder' ? geocoderWords(home) : sourceWords[location_source ?? 'file']
}

function isLocatedByMe({ property, listing }: Home): boolean {
  return property === null || isAddedByMe(property) || listing?.property_overrides?.location_source === 'agent'
}

function geocoderWords({ property }: Home): string {
  const found = geocodedPlaceOf(property)
  const words = found === null ? 'Location from a geocoder' : `Location from ${found.provider}`
  return found === null || found.attribution === '' ? words : `${words} · ${found.attribution}`
}

/** A place found by a geocoder; the provider requires `attribution` to be shown. */
export type LocationSuggestion = { place: Place; label: string; provider: string; attribution: string }

/** Returns the geocoder's place for the agent to confirm; null if there is none, or the home has a location. */
export function suggestionFor(home: Home): LocationSuggestion | null {
  const { latitude, longitude } = factsOf(home)
  return exactPlace({ latitude, longitude }) === null ? geocodedPlaceOf(home.property) : null
}

function geocodedPlaceOf(property: PropertyRow | null): LocationSuggestion | null {
  const suggested = fieldsOf((property as Fields | null)?.['location_suggestion'])
  const latitude = knownNumber(suggested?.['latitude'])
  const longitude = knownNumber(suggested?.['longitude'])
  if (suggested === null || latitude === null || longitude === null) return null
  const text = (name: string) => (typeof suggested[name] === 'string' ? suggested[name] : '')
  return {
    place: { latitude, longitude },
    label: text('label'),
    provider: providerNames[text('provider')] ?? 'a geocoder',
    attribution: text('attribution'),
  }
}
