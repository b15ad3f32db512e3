import * as v from 'valibot'
import { optionalText, requiredText, typedNumber } from './fields.ts'

/** A count or measure; null if unknown. Blank and 0 also mean unknown, because catalogs write 0 for it. */
function knownNumber(label: string, highest: number) {
  return v.optional(
    v.nullable(
      v.pipe(
        v.union([v.number(), v.pipe(v.string(), v.trim())]),
        v.transform((value) => (value === '' ? 0 : typeof value === 'number' ? value : typedNumber(value))),
        v.number(`${label} must be a number.`),
        v.minValue(0, `${label} cannot be negative.`),
        v.maxValue(highest, `${label} is too large.`),
        v.transform((value) => (value === 0 ? null : value)),
      ),
    ),
    null,
  )
}

function coordinate(label: string, limit: number) {
  return v.optional(
    v.nullable(
      v.pipe(
        v.number(`${label} is wrong.`),
        v.minValue(-limit, `${label} is wrong.`),
        v.maxValue(limit, `${label} is wrong.`),
      ),
    ),
    null,
  )
}

/** `file`: an imported file; `address_file`: the server's address file. An approximate location (a ZIP code's middle) is computed, never stored. */
const locationSources = ['file', 'address_file', 'geocoder', 'agent'] as const
export type LocationSource = (typeof locationSources)[number]

const wrongZip = 'ZIP Code has five digits, such as 97214, or nine, such as 97214-1234.'

/** A ZIP code that an agent enters. Catalogs and older records may have other forms, which remain valid. */
export const enteredZipCode = v.pipe(requiredText('ZIP Code', 12), v.regex(/^\d{5}(-\d{4})?$/, wrongZip))

/** A property to add to the shared catalog; unknown figures are null. */
export const newPropertySchema = v.object({
  address: requiredText('Address'),
  city: requiredText('City', 100),
  state: requiredText('State', 40),
  zip_code: requiredText('ZIP Code', 12),
  bedrooms: knownNumber('Bedrooms', 100),
  bathrooms: knownNumber('Bathrooms', 100),
  square_feet: knownNumber('Square Feet', 1_000_000),
  lot_size: knownNumber('Lot Size', 1_000_000),
  year_built: knownNumber('Year Built', 2100),
  garage_spaces: knownNumber('Garage Spaces', 100),
  price: knownNumber('Price', 10_000_000_000),
  property_type: optionalText('Type', 60),
  latitude: coordinate('Latitude', 90),
  longitude: coordinate('Longitude', 180),
  location_source: v.optional(
    v.nullable(v.picklist(locationSources, 'This source of a location does not exist.')),
    null,
  ),
  /** Extension: true for a home to show, which no other agent sees. */
  is_private: v.exactOptional(v.boolean()),
})

/** Rules for a property that an agent types or imports. */
export const enteredPropertySchema = v.object({ ...newPropertySchema.entries, zip_code: enteredZipCode })

/** A private home needs no city or state, because the ZIP code implies them. */
export const privatePropertySchema = v.object({
  ...newPropertySchema.entries,
  city: optionalText('City', 100),
  state: optionalText('State', 40),
})

export function propertySchemaFor(property: { is_private?: unknown }): v.GenericSchema<unknown, NewProperty> {
  const schema = property.is_private === true ? privatePropertySchema : newPropertySchema
  return v.pipe(
    schema,
    v.forward(v.partialCheck([['latitude'], ['longitude']], hasWholeLocation, halfLocation), ['longitude']),
  )
}

type Coordinates = { latitude?: number | null | undefined; longitude?: number | null | undefined }

/** True if both coordinates are known, or neither. */
export function hasWholeLocation({ latitude, longitude }: Coordinates): boolean {
  return ((latitude ?? null) === null) === ((longitude ?? null) === null)
}

const halfLocation = 'A location needs both a latitude and a longitude.'

/** What an agent may correct of a property they added; `is_private` cannot change. */
export const propertyChangesSchema = v.partial(privatePropertySchema)
export type PropertyChanges = v.InferOutput<typeof propertyChangesSchema>

export type NewProperty = v.InferOutput<typeof newPropertySchema>

/** A geocoder's result, for the agent to confirm if the home has no location. `attribution` must be shown with it. */
export type LocationSuggestion = {
  latitude: number
  longitude: number
  label: string
  provider: string
  attribution: string | null
}

/** `lot_size` is in acres, `price` in dollars. `added_by_me`: this agent added the property and may correct it; absent inside a listing. */
export type Property = NewProperty & {
  id: number
  added_by_me?: boolean
  location_suggestion?: LocationSuggestion | null
}

const { price: _, location_source: __, is_private: ___, ...overridable } = newPropertySchema.entries

const overrideFields = v.pipe(
  v.partial(v.object({ ...overridable, location_source: v.picklist(locationSources) })),
  v.check(hasWholeLocation, halfLocation),
  // The source is always the agent, whatever the client sends.
  v.transform((changed) =>
    'location_source' in changed ? { ...changed, location_source: 'agent' as const } : changed,
  ),
)

type OverridableFields = Omit<NewProperty, 'price' | 'is_private'>
export type PropertyOverrides = { [Field in keyof OverridableFields]?: OverridableFields[Field] }

/** The fields of a property that an agent changed for one listing; null or empty if none. In a multipart form, they are JSON text. */
export const propertyOverridesSchema = v.nullable(
  v.pipe(
    v.union([v.record(v.string(), v.unknown()), v.pipe(v.string(), v.maxLength(4000), v.transform(parsed))]),
    overrideFields,
    v.transform((changed) => (Object.keys(changed).length === 0 ? null : (changed as PropertyOverrides))),
  ),
)

/** An empty field becomes {}, which the schema turns into null. Text that is not JSON is returned unchanged; the schema refuses it. */
function parsed(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
