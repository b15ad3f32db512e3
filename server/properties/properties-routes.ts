import { pageQuerySchema } from '#core/contract/paging.ts'
import * as v from 'valibot'
import {
  enteredZipCode,
  newPropertySchema,
  privatePropertySchema,
  propertyChangesSchema,
  propertySchemaFor,
} from '#core/contract/property.ts'
import { schemaOfJson } from '#server/database/json-text.ts'
import {
  described,
  describedWrite,
  pageAnswers,
  recordAnswer,
  deletedAnswer,
} from '#server/http/description/described.ts'
import type { Server } from '#server/http/fastify-types.ts'
import { sendUnlessNotModified } from '#server/http/if-none-match.ts'
import { answered, sendOutcome } from '#server/http/outcome.ts'
import { pageOfList } from '#server/http/pages/pages.ts'
import { recordParams } from '#server/http/record-params.ts'
import { parseFields } from '#server/http/validation.ts'
import { agentIdOf, writeOf } from '#server/http/write-of.ts'
import { notFound } from '#server/problem-responses.ts'
import type { Services } from '#server/services.ts'
import { countProperties, findProperty, listProperties } from './properties-repository.ts'
import { addProperty, correctProperty, removeProperty } from './properties-service.ts'
import { propertyRecordJson } from './property-record.ts'

/** Stricter than `newPropertySchema`, which also accepts the ZIP codes of imported catalogs. */
const enteredFields = v.object({ zip_code: enteredZipCode })

/** Only its schema is used, so any agent id will do. */
const record = propertyRecordJson(0)

export function propertiesRoutes(server: Server, { database, locations }: Services): void {
  server.get(
    '/properties/properties/',
    {
      schema: {
        querystring: pageQuerySchema,
        ...described(
          'properties',
          'List the properties in the catalog',
          pageAnswers('A page of properties', schemaOfJson(record)),
        ),
      },
    },
    async (request, reply) => {
      const { query } = request
      const results = await listProperties(database.db, agentIdOf(request), query)
      const page = await pageOfList(request, results, () =>
        countProperties(database.db, agentIdOf(request), query.search),
      )
      return sendUnlessNotModified(request, reply, JSON.stringify(page))
    },
  )

  server.get(
    '/properties/properties/:id/',
    {
      schema: {
        params: recordParams,
        ...described('properties', 'Retrieve a property', { 200: recordAnswer('The property', record) }),
      },
    },
    async (request, reply) => {
      const property = await findProperty(database.db, agentIdOf(request), request.params.id)
      return sendOutcome(reply, property === undefined ? notFound() : answered(property))
    },
  )

  server.patch(
    '/properties/properties/:id/',
    {
      schema: {
        params: recordParams,
        body: propertyChangesSchema,
        ...describedWrite('properties', 'Update a property that this agent added', {
          200: recordAnswer('The property', record),
          403: 'The property was added by another agent or by an import',
        }),
      },
    },
    async (request, reply) => {
      const write = writeOf(request, request.body)
      const outcome = await correctProperty(database, write, request.params.id, request.body)
      locations.wake()
      return sendOutcome(reply, outcome)
    },
  )

  server.delete(
    '/properties/properties/:id/',
    {
      schema: {
        params: recordParams,
        ...describedWrite('properties', 'Delete a property that this agent added', {
          204: deletedAnswer(false),
          403: 'The property was added by another agent or by an import',
          409: 'A listing or door card uses the property (`in_use`)',
        }),
      },
    },
    async (request, reply) => sendOutcome(reply, await removeProperty(database, writeOf(request), request.params.id)),
  )

  server.post(
    '/properties/properties/',
    {
      // This route has a separate rate limit. `body` is for the API description only; the handler parses the request.
      config: { writeLimit: 'properties', body: v.union([newPropertySchema, privatePropertySchema]) },
      schema: {
        ...describedWrite(
          'properties',
          'Add a property to the shared catalog. With `is_private`, only this agent can see it',
          {
            200: recordAnswer('The existing property with this address', record),
            201: recordAnswer('The new property', record),
          },
        ),
      },
    },
    async (request, reply) => {
      const sent = parseFields(propertySchemaFor(Object(request.body)), request.body)
      parseFields(enteredFields, sent)
      // A location in the request counts as set by the agent, whatever `location_source` says.
      const property = { ...sent, location_source: null }
      const outcome = await addProperty(database, writeOf(request, property), property)
      locations.wake()
      return sendOutcome(reply, outcome)
    },
  )
}
