import type { DeviceDatabase } from '#storage/database/device-database.ts'
import type { ClientRow, FollowUpRow } from '#storage/database/rows.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'

export type FollowUpDue = { followUp: FollowUpRow; client: ClientRow }

/** Returns the open follow-ups due from `first` to `last`, soonest first, unless their client is not on this device. */
export async function followUpsDue(database: DeviceDatabase, first: string, last: string): Promise<FollowUpDue[]> {
  const all = await database.follow_ups.toArray()
  const due = all
    .filter(({ done, due_date }) => !done && due_date >= first && due_date <= last)
    .toSorted((one, other) => one.due_date.localeCompare(other.due_date))
  const clients = await database.clients.bulkGet(due.map(({ of_client_key }) => of_client_key))
  return due.flatMap((followUp, index) => {
    const client = clients[index]
    return client === undefined ? [] : [{ followUp, client }]
  })
}

export function useFollowUpsDue(first: string, last: string): FollowUpDue[] | undefined {
  const { database } = useDevice()
  return useLiveQuery(() => followUpsDue(database, first, last), [database, first, last])
}
