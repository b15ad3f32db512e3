import * as v from 'valibot'
import { optionalText } from './fields.ts'

/** What the form for the broker of a home holds. */
export const listedByFormSchema = v.object({
  name: optionalText('Listing Agent', 200),
  phone: optionalText('Phone', 40),
  email: optionalText('Email', 254),
  brokerage: optionalText('Brokerage', 200),
  mls_number: optionalText('MLS Number', 40),
  link: v.pipe(
    optionalText('Link', 2000),
    v.check((link) => link === '' || isWebAddress(link), 'Enter a link that begins with https:// or http://.'),
  ),
})

/** The broker who lists a home that the agent only shows; texts that are not known are empty. */
export type ListedBy = v.InferOutput<typeof listedByFormSchema>

/**
 * Null for the agent's own listing. An object, be all of its texts empty, says that another broker lists the home. In a
 * multipart form it is JSON text, and an empty field is null.
 */
export const listedBySchema = v.nullable(
  v.pipe(
    v.union([v.record(v.string(), v.unknown()), v.pipe(v.string(), v.maxLength(8000), v.transform(parsed))]),
    v.nullable(listedByFormSchema),
  ),
)

/** True of a listing, stored or sent, that is another broker's. */
export function isListedByOther(listing: { listed_by?: unknown }): boolean {
  return (listing.listed_by ?? null) !== null && listing.listed_by !== ''
}

function parsed(text: string): unknown {
  if (text.trim() === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** No other scheme: the link is pressed, and `javascript:` is a link as well. */
function isWebAddress(link: string): boolean {
  return /^https?:\/\/[^\s/]+\S*$/i.test(link)
}
