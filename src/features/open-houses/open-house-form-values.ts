import * as v from 'valibot'
import { requiredText } from '#core/contract/fields.ts'
import type { NewOpenHouse } from '#core/contract/open-house.ts'
import { visitorFormSchema } from '#core/contract/open-house-visit.ts'
import { dateInWords, timeInWords } from '#core/domain/wall-clock.ts'
import type { OpenHouseRow } from '#storage/rows.ts'

/** An open house as its form holds it. */
export type OpenHouseFormValues = Record<keyof NewOpenHouse, string>

export const openHouseLabels: Record<keyof NewOpenHouse, string> = {
  date: 'Date',
  start_time: 'Start Time',
  end_time: 'End Time',
}

export const emptyOpenHouse: OpenHouseFormValues = { date: '', start_time: '', end_time: '' }

export function openHouseToForm({ date, start_time, end_time }: OpenHouseRow): OpenHouseFormValues {
  return { date, start_time, end_time }
}

/** A visitor as the form holds them; the open house stands by its key, because it may not have an id yet. */
export type VisitorFormValues = { open_house: string; client_email: string }

export const visitorLabels: Record<keyof VisitorFormValues, string> = {
  open_house: 'Open House',
  client_email: 'Client Email',
}

export const visitorSchema = v.object({ open_house: requiredText('Open House'), ...visitorFormSchema.entries })

/** "Sat, Nov 28, 1:00 PM – 3:00 PM". */
export function openHouseInWords({ date, start_time, end_time }: OpenHouseRow, today: string): string {
  return `${dateInWords(date, today)}, ${timeInWords(start_time)} – ${timeInWords(end_time)}`
}
