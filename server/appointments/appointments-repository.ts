import { sql, type ExpressionBuilder, type Kysely, type Transaction } from 'kysely'
import type { NewAppointment } from '#core/contract/appointment.ts'
import { readAsJson } from '#server/database/read-as-json.ts'
import type { Tables } from '#server/database/tables.ts'
import type { WriteContext } from '#server/database/write.ts'
import type { WholeListQuery } from '#server/http/whole-list-query.ts'
import { appointmentRowToRecord, type AppointmentRecord } from './appointment-record.ts'

/** The days asked for, both included; an empty text is no bound. */
type AppointmentDays = { start_date: string; end_date: string }

/** One page of an agent's appointments, the earliest first. */
export async function listAppointments(
  db: Kysely<Tables>,
  agentId: number,
  { page, page_size, ...days }: WholeListQuery & AppointmentDays,
): Promise<AppointmentRecord[]> {
  const appointments = db
    .selectFrom('appointments')
    .selectAll()
    .where(within(agentId, days))
    .orderBy('date')
    .orderBy('start_time')
    .orderBy('id')
    .limit(page_size)
    .offset((page - 1) * page_size)
  const rows = await readAsJson(db, appointments)
  return rows.map(appointmentRowToRecord)
}

export async function countAppointments(db: Kysely<Tables>, agentId: number, days: AppointmentDays): Promise<number> {
  const row = await db
    .selectFrom('appointments')
    .select((appointment) => appointment.fn.countAll<number>().as('count'))
    .where(within(agentId, days))
    .executeTakeFirstOrThrow()
  return row.count
}

function within(agentId: number, { start_date, end_date }: AppointmentDays) {
  return (appointment: ExpressionBuilder<Tables, 'appointments'>) => {
    const conditions = [appointment('agent_id', '=', agentId)]
    if (start_date !== '') conditions.push(appointment('date', '>=', start_date))
    if (end_date !== '') conditions.push(appointment('date', '<=', end_date))
    return appointment.and(conditions)
  }
}

/** These appointments as far as they are the agent's, in any order. */
export async function readAppointments(
  db: Kysely<Tables>,
  agentId: number,
  ids: readonly number[],
): Promise<AppointmentRecord[]> {
  if (ids.length === 0) return []
  const appointments = db.selectFrom('appointments').selectAll().where('agent_id', '=', agentId).where('id', 'in', ids)
  const rows = await readAsJson(db, appointments)
  return rows.map(appointmentRowToRecord)
}

export async function findAppointment(
  db: Kysely<Tables>,
  agentId: number,
  id: number,
): Promise<AppointmentRecord | undefined> {
  const [appointment] = await readAppointments(db, agentId, [id])
  return appointment
}

export async function insertAppointment(
  trx: Transaction<Tables>,
  { agentId, version, clientKey }: WriteContext,
  appointment: NewAppointment,
): Promise<number> {
  const row = await trx
    .insertInto('appointments')
    .values({ ...appointment, agent_id: agentId, version, client_key: clientKey })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function updateAppointment(
  trx: Transaction<Tables>,
  { agentId, version }: WriteContext,
  id: number,
  appointment: NewAppointment,
): Promise<void> {
  await trx
    .updateTable('appointments')
    .set({ ...appointment, version, updated_at: sql`now()` })
    .where('agent_id', '=', agentId)
    .where('id', '=', id)
    .execute()
}
