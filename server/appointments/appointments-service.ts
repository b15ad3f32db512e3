import { newAppointmentSchema, type AppointmentChanges, type NewAppointment } from '#core/contract/appointment.ts'
import type { Database } from '#server/database/connect.ts'
import type { WriteOutcome, WriteRequest } from '#server/database/write.ts'
import { answered, created, removed } from '#server/http/outcome.ts'
import { parseFields } from '#server/http/validation.ts'
import { writeCurrent } from '#server/http/write-current.ts'
import { notFound } from '#server/problem-responses.ts'
import {
  deleteAppointment,
  findAppointment,
  findAppointmentIdByKey,
  insertAppointment,
  updateAppointment,
} from './appointments-repository.ts'

/** Adds an appointment; one that clashes with another is taken all the same. */
export function addAppointment(
  database: Database,
  request: WriteRequest,
  appointment: NewAppointment,
): Promise<WriteOutcome> {
  return database.write(request, async (trx, context) => {
    const id = (await findAppointmentIdByKey(trx, context)) ?? (await insertAppointment(trx, context, appointment))
    const record = await findAppointment(trx, context.agentId, id)
    return record === undefined ? notFound() : created(record, `/api/scheduling/appointments/${record.id}/`)
  })
}

/** Changes the named fields; what the appointment then is must satisfy the rules as a whole. */
export function changeAppointment(
  database: Database,
  request: WriteRequest,
  id: number,
  changes: AppointmentChanges,
): Promise<WriteOutcome> {
  return writeCurrent(database, request, findAppointment, [id], async (trx, context, current) => {
    await updateAppointment(trx, context, id, parseFields(newAppointmentSchema, { ...current, ...changes }))
    const changed = await findAppointment(trx, context.agentId, id)
    return changed === undefined ? notFound() : answered(changed)
  })
}

export function removeAppointment(database: Database, request: WriteRequest, id: number): Promise<WriteOutcome> {
  return writeCurrent(database, request, findAppointment, [id], async (trx, context) => {
    await deleteAppointment(trx, context, id)
    return removed()
  })
}
