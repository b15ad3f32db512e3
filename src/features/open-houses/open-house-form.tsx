import { newOpenHouseSchema, type NewOpenHouse } from '#core/contract/open-house.ts'
import { defaultTimes } from '#core/domain/time/default-times.ts'
import { dateOfInstant, minutesOfInstant, withoutSeconds } from '#core/domain/time/wall-clock.ts'
import { VisitForm } from '#records/visits/visit-form.tsx'
import { useDevice } from '#storage/device/device-context.tsx'
import type { ListingRow, OpenHouseRow } from '#storage/database/rows.ts'

type OpenHouseFormValues = Record<keyof NewOpenHouse, string>

const labels: Record<keyof NewOpenHouse, string> = { date: 'Date', start_time: 'Start Time', end_time: 'End Time' }

const usualMinutes = 120

function newOpenHouse(now: number): OpenHouseFormValues {
  return { date: dateOfInstant(now), ...defaultTimes(minutesOfInstant(now), usualMinutes) }
}

function openHouseToForm({ date, start_time, end_time }: OpenHouseRow): OpenHouseFormValues {
  return { date, start_time: withoutSeconds(start_time), end_time: withoutSeconds(end_time) }
}

type OpenHouseFormProps = {
  id: string
  listing: ListingRow
  /** Null for a new open house. */
  openHouse: OpenHouseRow | null
  /** The name under which a new open house's draft is stored, if the agent can still choose another listing for it. */
  draftName?: string | undefined
  onClose: () => void
}

export function OpenHouseForm({ openHouse, ...props }: OpenHouseFormProps) {
  const { clock } = useDevice()
  return (
    <VisitForm<'open_house', OpenHouseFormValues, NewOpenHouse>
      {...props}
      entity="open_house"
      record={openHouse}
      schema={newOpenHouseSchema}
      opened={openHouse === null ? newOpenHouse(clock.now()) : openHouseToForm(openHouse)}
      labels={labels}
      dateField="date"
      usualMinutes={usualMinutes}
    />
  )
}
