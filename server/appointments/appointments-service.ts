import { newAppointmentSchema, type AppointmentChanges, type NewAppointment } from '#core/contract/appointment.ts'
import type { Database } from '#server/database/connect.ts'
import { deleteOwn, idByClientKey } from '#server/database/own-rows.ts'
import type { WriteOutcome, WriteRequest } from '#server/database/write.ts'
import { changeCurrent } from '#server/http/change-current.ts'
import { created, removed } from '#server/http/outcome.ts'
import { writeCurrent } from '#server/http/write-current.ts'
import { notFound } from '#server/problem-responses.ts'
import { findAppointment, insertAppointment, updateAppointment } from './appointments-repository.ts'

const changeable = { find: findAppointment, schema: newAppointmentSchema, update: updateAppointment }

/** Adds an appointment; one that clashes with another is taken all the same. */
export function addAppointment(
  database: Database,
  request: WriteRequest,
  appointment: NewAppointment,
): Promise<WriteOutcome> {
  return database.write(request, async (trx, context) => {
    const id =
      (await idByClientKey(trx, 'appointments', context)) ?? (await insertAppointment(trx, context, appointment))
    const record = await findAppointment(trx, context.agentId, id)
    return record === undefined ? notFound() : created(record, `/api/scheduling/appointments/${record.id}/`)
  })
}

export function changeAppointment(
  database: Database,
  request: WriteRequest,
  id: number,
  changes: AppointmentChanges,
): Promise<WriteOutcome> {
  return changeCurrent(database, request, changeable, [id], changes)
}

export function removeAppointment(database: Database, request: WriteRequest, id: number): Promise<WriteOutcome> {
  return writeCurrent(database, request, findAppointment, [id], async (trx, context) => {
    await deleteOwn(trx, 'appointments', context, id)
    return removed()
  })
}
