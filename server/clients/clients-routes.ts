import * as v from 'valibot'
import { clientCategories, clientChangesSchema, newClientSchema, type ClientCategory } from '#core/contract/client.ts'
import { pageQuerySchema } from '#core/contract/paging.ts'
import { described } from '#server/http/described.ts'
import type { Server } from '#server/http/fastify-types.ts'
import { keepPages } from '#server/http/kept-pages.ts'
import { answered, sendOutcome } from '#server/http/outcome.ts'
import { textOfPage } from '#server/http/paging.ts'
import { recordParams } from '#server/http/record-params.ts'
import { agentIdOf, writeOf } from '#server/http/write-of.ts'
import { notFound } from '#server/problem-responses.ts'
import type { Services } from '#server/services.ts'
import { findClient, listClients } from './clients-repository.ts'
import { addClient, changeClient, removeClient } from './clients-service.ts'

/** Whom a filter shows: somebody who sells and buys is both a buyer and a seller (reading R19). */
const categoriesByFilter = {
  '': clientCategories,
  Buyers: ['Buyer', 'Both'],
  Sellers: ['Seller', 'Both'],
  Both: ['Both'],
} satisfies Record<string, readonly ClientCategory[]>

const filters = Object.keys(categoriesByFilter) as (keyof typeof categoriesByFilter)[]

const listQuerySchema = v.object({
  ...pageQuerySchema.entries,
  category: v.optional(v.picklist(filters, 'Choose Buyers, Sellers or Both.'), ''),
})

export function clientsRoutes(server: Server, { database }: Services): void {
  const pages = keepPages()
  server.get(
    '/crm/clients/',
    {
      schema: {
        querystring: listQuerySchema,
        ...described('clients', 'The agent’s clients, newest first', { 200: 'A page of clients' }),
      },
    },
    (request, reply) =>
      pages.send(request, reply, async () => {
        const query = { ...request.query, categories: categoriesByFilter[request.query.category] }
        return textOfPage(request, await listClients(database.db, agentIdOf(request), query))
      }),
  )

  server.get(
    '/crm/clients/:id/',
    { schema: { params: recordParams, ...described('clients', 'One client', { 200: 'The client' }) } },
    async (request, reply) => {
      const client = await findClient(database.db, agentIdOf(request), request.params.id)
      return sendOutcome(reply, client === undefined ? notFound() : answered(client))
    },
  )

  server.post(
    '/crm/clients/',
    { schema: { body: newClientSchema, ...described('clients', 'Add a client', { 201: 'The new client' }) } },
    async (request, reply) =>
      sendOutcome(reply, await addClient(database, writeOf(request, request.body), request.body)),
  )

  server.patch(
    '/crm/clients/:id/',
    {
      schema: {
        params: recordParams,
        body: clientChangesSchema,
        ...described('clients', 'Change some fields of a client', { 200: 'The client' }),
      },
    },
    async (request, reply) =>
      sendOutcome(reply, await changeClient(database, writeOf(request, request.body), request.params.id, request.body)),
  )

  server.put(
    '/crm/clients/:id/',
    {
      schema: {
        params: recordParams,
        body: newClientSchema,
        ...described('clients', 'Change a client as a whole', { 200: 'The client' }),
      },
    },
    async (request, reply) =>
      sendOutcome(reply, await changeClient(database, writeOf(request, request.body), request.params.id, request.body)),
  )

  server.delete(
    '/crm/clients/:id/',
    { schema: { params: recordParams, ...described('clients', 'Delete a client', { 204: 'It is gone' }) } },
    async (request, reply) => sendOutcome(reply, await removeClient(database, writeOf(request), request.params.id)),
  )
}
