import * as v from 'valibot'
import { halfLocation, hasWholeLocation, locationSources, type NewProperty, newPropertySchema } from './property.ts'

const { price: _, location_source: __, is_private: ___, ...overridable } = newPropertySchema.entries

const fields = v.pipe(
  v.partial(v.object({ ...overridable, location_source: v.picklist(locationSources) })),
  v.check(hasWholeLocation, halfLocation),
  // What a client sends is its agent's, whatever it says.
  v.transform((changed) =>
    'location_source' in changed ? { ...changed, location_source: 'agent' as const } : changed,
  ),
)

type Whole = Omit<NewProperty, 'price' | 'is_private'>
export type PropertyOverrides = { [Field in keyof Whole]?: Whole[Field] }

/**
 * The fields of a property that an agent changed for one listing, each with its new value; null or empty when there are
 * none. The property itself stays as it is for all other agents. In a multipart form it is JSON text.
 */
export const propertyOverridesSchema = v.nullable(
  v.pipe(
    v.union([v.record(v.string(), v.unknown()), v.pipe(v.string(), v.maxLength(4000), v.transform(parsed))]),
    fields,
    v.transform((changed) => (Object.keys(changed).length === 0 ? null : (changed as PropertyOverrides))),
  ),
)

/** What an empty form field says is null, as of every other field. */
function parsed(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
