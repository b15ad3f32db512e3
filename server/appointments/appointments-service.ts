import { newAppointmentSchema, type AppointmentChanges, type NewAppointment } from '#core/contract/appointment.ts'
import type { Database } from '#server/database/connect.ts'
import type { WriteOutcome, WriteRequest } from '#server/database/write.ts'
import { isStale } from '#server/http/if-match.ts'
import { answered, created, removed } from '#server/http/outcome.ts'
import { parseFields } from '#server/http/validation.ts'
import { notFound, versionIsStale } from '#server/problem-responses.ts'
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
  return database.write(request, async (trx, context) => {
    const current = await findAppointment(trx, context.agentId, id)
    if (current === undefined) return notFound()
    if (isStale(context.ifMatch, current)) return versionIsStale(current)
    await updateAppointment(trx, context, id, parseFields(newAppointmentSchema, { ...current, ...changes }))
    const changed = await findAppointment(trx, context.agentId, id)
    return changed === undefined ? notFound() : answered(changed)
  })
}

export function removeAppointment(database: Database, request: WriteRequest, id: number): Promise<WriteOutcome> {
  return database.write(request, async (trx, context) => {
    const current = await findAppointment(trx, context.agentId, id)
    if (current === undefined) return notFound()
    if (isStale(context.ifMatch, current)) return versionIsStale(current)
    await deleteAppointment(trx, context, id)
    return removed()
  })
}
