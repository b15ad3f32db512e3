import * as v from 'valibot'
import { appointmentChangesSchema, appointmentDaysSchema, newAppointmentSchema } from '#core/contract/appointment.ts'
import { described } from '#server/http/described.ts'
import type { Server } from '#server/http/fastify-types.ts'
import { answered, sendOutcome } from '#server/http/outcome.ts'
import { pageOfList } from '#server/http/paging.ts'
import { recordParams } from '#server/http/record-params.ts'
import { wholeListQuerySchema } from '#server/http/whole-list-query.ts'
import { agentIdOf, writeOf } from '#server/http/write-of.ts'
import { notFound } from '#server/problem-responses.ts'
import type { Services } from '#server/services.ts'
import { countAppointments, findAppointment, listAppointments } from './appointments-repository.ts'
import { addAppointment, changeAppointment, removeAppointment } from './appointments-service.ts'

const listQuerySchema = v.object({ ...wholeListQuerySchema.entries, ...appointmentDaysSchema.entries })

export function appointmentsRoutes(server: Server, { database }: Services): void {
  server.get(
    '/scheduling/appointments/',
    {
      schema: {
        querystring: listQuerySchema,
        ...described('appointments', 'The agent’s appointments of some days, the earliest first', {
          200: 'A page of appointments',
        }),
      },
    },
    async (request) => {
      const results = await listAppointments(database.db, agentIdOf(request), request.query)
      return pageOfList(request, results, () => countAppointments(database.db, agentIdOf(request), request.query))
    },
  )

  server.post(
    '/scheduling/appointments/',
    {
      schema: {
        body: newAppointmentSchema,
        ...described('appointments', 'Add an appointment', { 201: 'The new appointment' }),
      },
    },
    async (request, reply) =>
      sendOutcome(reply, await addAppointment(database, writeOf(request, request.body), request.body)),
  )

  server.get(
    '/scheduling/appointments/:id/',
    { schema: { params: recordParams, ...described('appointments', 'One appointment', { 200: 'The appointment' }) } },
    async (request, reply) => {
      const appointment = await findAppointment(database.db, agentIdOf(request), request.params.id)
      return sendOutcome(reply, appointment === undefined ? notFound() : answered(appointment))
    },
  )

  for (const { method, body, summary } of [
    { method: 'PATCH', body: appointmentChangesSchema, summary: 'Change some fields of an appointment' },
    { method: 'PUT', body: newAppointmentSchema, summary: 'Change an appointment as a whole' },
  ] as const) {
    server.route({
      method,
      url: '/scheduling/appointments/:id/',
      schema: { params: recordParams, body, ...described('appointments', summary, { 200: 'The appointment' }) },
      handler: async (request, reply) => {
        const write = writeOf(request, request.body)
        return sendOutcome(reply, await changeAppointment(database, write, request.params.id, request.body))
      },
    })
  }

  server.delete(
    '/scheduling/appointments/:id/',
    { schema: { params: recordParams, ...described('appointments', 'Delete an appointment', { 204: 'It is gone' }) } },
    async (request, reply) =>
      sendOutcome(reply, await removeAppointment(database, writeOf(request), request.params.id)),
  )
}
