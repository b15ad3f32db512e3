import * as v from 'valibot'
import { optionalDate } from '#core/contract/fields.ts'
import { isListedByOther } from '#core/contract/record-constants.ts'
import {
  listingChangesSchema,
  newListingSchema,
  wholeHomeToShowSchema,
  listingEventSchema,
  listedBySchema,
} from '#core/contract/listing.ts'
import { largestPageSize, pageQuerySchema } from '#core/contract/paging.ts'
import {
  keyDeletedAnswer,
  described,
  describedWrite,
  pageAnswers,
  recordAnswer,
  deletedAnswer,
} from '#server/http/description/described.ts'
import type { Server } from '#server/http/fastify-types.ts'
import { sendUnlessNotModified } from '#server/http/if-none-match.ts'
import { schemaOfInput } from '#server/http/description/json-schemas.ts'
import { readForm, type Form } from '#server/http/bodies/form.ts'
import { sendOutcome } from '#server/http/outcome.ts'
import { pageOfList } from '#server/http/pages/pages.ts'
import { recordParams } from '#server/http/record-params.ts'
import { parseFields } from '#server/http/validation.ts'
import { agentIdOf, writeOf } from '#server/http/write-of.ts'
import { ownReadingRoutes } from '#server/records/own-record-routes.ts'
import type { Services } from '#server/services.ts'
import { availableListingSchema } from './available-listing-record.ts'
import { countAvailableListings, listAvailableListings } from './available-listings-repository.ts'
import { withEvents } from './listing-events-repository.ts'
import { addListing, changeListing, removeListing, type MainPhotoChange } from './listings-service.ts'
import { listings } from './listings.ts'

/** A photo is sent as a file. As text, `photo_main` can only be empty, which removes the main photo. */
const photoMain = v.optional(v.nullable(v.literal('', 'Please upload an image file')))

const newListingFields = v.object({ ...newListingSchema.entries, photo_main: photoMain })
/** A home to show needs no price and no description. A PUT is checked by these rules; for an own listing, the service also requires both. */
const wholeHomeFields = v.object({ ...wholeHomeToShowSchema.entries, photo_main: photoMain })
const newHomeFields = v.object({ ...wholeHomeFields.entries, property: newListingSchema.entries.property })
const brokerFields = v.object({ listed_by: v.optional(listedBySchema, null) })
const changedListingFields = v.object({ ...listingChangesSchema.entries, photo_main: photoMain })

const availableQuerySchema = v.object({
  ...v.omit(pageQuerySchema, ['search']).entries,
  // `tour_date` does not filter: it adds the events of that day.
  tour_date: optionalDate(),
  ids: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^(\d{1,15}(,\d{1,15})*)?$/, 'ids must be numbers with commas between them.'),
      v.transform((ids) => (ids === '' ? [] : ids.split(',').map(Number))),
      v.maxLength(largestPageSize, `ids must be at most ${largestPageSize}.`),
    ),
    '',
  ),
})

const availableSchema = schemaOfInput(
  v.object({ ...availableListingSchema.entries, events: v.optional(v.array(listingEventSchema)) }),
)

const ownListingRequirement =
  '. The agent’s own listing (without `listed_by`) requires `listing_price` and `description`'

export function listingsRoutes(server: Server, services: Services): void {
  ownReadingRoutes(server, services, listings)
  availableRoute(server, services)
  writingRoutes(server, services)
}

function availableRoute(server: Server, { database }: Services): void {
  server.get(
    '/listings/available/',
    {
      schema: {
        querystring: availableQuerySchema,
        ...described(
          'listings',
          'List all agents’ listings that are For Sale or Pending, for planning tours',
          pageAnswers('A page of listings', availableSchema),
        ),
      },
    },
    async (request, reply) => {
      const { query } = request
      const listings = await listAvailableListings(database.db, query)
      const results = await withEvents(database.db, agentIdOf(request), query.tour_date, listings)
      const page = await pageOfList(request, results, () => countAvailableListings(database.db, query.ids))
      return sendUnlessNotModified(request, reply, JSON.stringify(page))
    },
  )
}

function writingRoutes(server: Server, services: Services): void {
  server.post(
    '/listings/',
    {
      config: { form: { fields: newHomeFields, files: ['photo_main'] } },
      schema: describedWrite('listings', `Create a listing for a property${ownListingRequirement}`, {
        201: recordAnswer('The new listing', listings.record),
        ...keyDeletedAnswer,
      }),
    },
    async (request, reply) => {
      const form = await readForm(request, ['photo_main'])
      const isHomeToShow = isListedByOther(parseFields(brokerFields, form.fields))
      const fields = parseFields(isHomeToShow ? newHomeFields : newListingFields, form.fields)
      const { photo_main: _, ...listing } = fields
      const write = writeOf(request, fields, form.files)
      return sendOutcome(reply, await addListing(services, write, listing, form.files['photo_main']))
    },
  )

  for (const { method, schema, summary } of [
    { method: 'PATCH', schema: changedListingFields, summary: 'Update some fields of a listing, or its main photo' },
    { method: 'PUT', schema: wholeHomeFields, summary: `Update all fields of a listing${ownListingRequirement}` },
  ] as const) {
    server.route({
      method,
      url: '/listings/:id/',
      config: { form: { fields: schema, files: ['photo_main'] } },
      schema: {
        params: recordParams,
        ...describedWrite('listings', summary, { 200: recordAnswer('The listing', listings.record) }),
      },
      handler: async (request, reply) => {
        const form = await readForm(request, ['photo_main'])
        const fields = parseFields(schema, form.fields)
        const { photo_main, ...changes } = { ...fields, ...asSent(method, form.fields) }
        const write = writeOf(request, fields, form.files)
        const mainPhoto = mainPhotoChange(form, photo_main)
        return sendOutcome(reply, await changeListing(services, write, request.params.id, changes, mainPhoto))
      },
    })
  }

  server.delete(
    '/listings/:id/',
    {
      schema: {
        params: recordParams,
        ...describedWrite('listings', 'Delete a listing with its photos, showings, open houses and their visitors', {
          // True: the response also counts the records that are deleted with the listing.
          204: deletedAnswer(true),
        }),
      },
    },
    async (request, reply) => sendOutcome(reply, await removeListing(services, writeOf(request), request.params.id)),
  )
}

/** Price and description as sent: whether they are required depends on the record, so the service validates them. */
function asSent(method: 'PATCH' | 'PUT', sent: Form['fields']): { listing_price?: unknown; description?: unknown } {
  const names = (['listing_price', 'description'] as const).filter((name) => method === 'PUT' || name in sent)
  return Object.fromEntries(names.map((name) => [name, sent[name]]))
}

function mainPhotoChange(form: Form, text: '' | null | undefined): MainPhotoChange {
  const replaceBy = form.files['photo_main']
  if (replaceBy !== undefined) return { replaceBy }
  return text === undefined ? undefined : 'remove'
}
